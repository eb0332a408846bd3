import * as Effect from "effect/Effect"
import * as LogLevel from "effect/LogLevel"
import { randomUUID } from "node:crypto"
import { performance } from "node:perf_hooks"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { countAttempts } from "./attemptOutcome.ts"
import { Courier, type Attempt } from "./Courier.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import type { Command, Message } from "./deliveryState.ts"
import { eventOf } from "./eventOf.ts"
import { type HeldLease, LeaseLost, type Renewal } from "./heldLease.ts"
import { names } from "../../platform/timeline/NamesRepo.ts"
import { webhookPath, machineTimeOf, things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import type { EndpointHealth } from "./endpointHealth.ts"

/** A write of attempts, and the endpoint's health before and after it. */
interface Written {
  readonly attempts: ReadonlyArray<Attempt>
  readonly before: EndpointHealth
  readonly after: EndpointHealth
  readonly renewal: Renewal
}

/** Notes written attempts in the time line, and the endpoint's back-offs and recoveries. */
const makeNoteAttempts = Effect.gen(function* () {
  const timeline = yield* Timeline
  const nameOf = yield* names

  const noteAttempt = (
    { after: _, before, renewal }: Written,
    { answer, delivery, failure, retryIn, sentHeaders, startedAt, status, took, url, verdict }: Attempt,
    to: string
  ) => {
    const { event, subject } = eventOf(delivery.body)
    const { id, productId } = renewal.endpoint
    const about = things({
      event: delivery.id,
      webhook_endpoint: id,
      [subject]: delivery.entityId,
      product: productId
    })
    const count = delivery.replaces.length
    if (count > 0) {
      const detail = { event, count }
      timeline.noteNow({
        kind: "webhook_superseded",
        detail,
        about,
        to,
        cause: things({ event: delivery.id })
      })
    }
    timeline.noteNow({
      kind: "webhook_attempted",
      detail: {
        event,
        attempt: delivery.attempts + 1,
        verdict: verdict.kind,
        status,
        failure,
        in_seconds: retryIn === null ? null : Math.round(retryIn / 1000),
        is_probe: before.heldUntil !== null && renewal.platformTime(startedAt) >= before.heldUntil - 500
      },
      about,
      from: "Embedded Super",
      to,
      call: { method: "POST", path: webhookPath(url), status, requestId: null },
      beganAt: machineTimeOf(startedAt),
      durationMillis: took,
      cause: things({ event: delivery.id }),
      sent: sentHeaders?.["traceparent"],
      request: { headers: sentHeaders ?? {}, body: delivery.body },
      ...(status === null
        ? {}
        : { answer: { headers: {}, body: answer === null ? null : answer.toString() } })
    })
  }

  /** `last`: the attempt that changed the endpoint's health; its event is the cause. */
  const noteHealth = ({ after, attempts, before, renewal }: Written, last: Attempt, to: string) => {
    const { id, productId } = renewal.endpoint
    const now = renewal.platformTime(performance.now())
    const about = things({ webhook_endpoint: id, product: productId })
    const cause = things({ event: last.delivery.id })
    if (after.heldUntil !== null && after.heldUntil !== before.heldUntil) {
      const detail = {
        failures: after.failuresInRow,
        in_seconds: Math.max(0, Math.round((after.heldUntil - now) / 1000)),
        is_asked: attempts.some(({ verdict }) => verdict.kind === "failed" && verdict.hold !== null)
      }
      timeline.noteNow({ kind: "endpoint_rests", detail, about, cause, to })
    }
    if (before.heldUntil !== null && after.heldUntil === null) {
      const failing_seconds =
        before.failingSince === null ? null : Math.max(0, Math.round((now - before.failingSince) / 1000))
      timeline.noteNow({ kind: "endpoint_recovered", detail: { failing_seconds }, about, cause, to })
    }
  }

  return Effect.fnUntraced(function* (written: Written) {
    const last = written.attempts.at(-1)
    if (!timeline.isOn || last === undefined) return
    const to = (yield* nameOf.product(written.renewal.endpoint.productId)) ?? "The partner"
    for (const attempt of written.attempts)
      if (attempt.verdict.kind !== "delivered" || !timeline.leavesOut("webhook_attempted"))
        noteAttempt(written, attempt, to)
    noteHealth(written, last, to)
  })
})

const logAttempt =
  (endpointId: string) =>
  ({ delivery, failure, status, took, verdict }: Attempt) =>
    Effect.logDebug("An attempt at a webhook has ended").pipe(
      Effect.annotateLogs({
        endpointId,
        webhook_id: `msg_${delivery.id}`,
        attempt: delivery.attempts + 1,
        outcome: verdict.kind,
        reason: failure,
        status,
        duration_ms: took
      })
    )

/**
 * Writes ended attempts to the ledger while the lease is held, and returns the message with the result. A write can't be
 * interrupted, so every request that was sent is recorded.
 */
export const makeRecording = Effect.gen(function* () {
  const ledger = yield* deliveryLedger
  const courier = yield* Courier
  const faultPoint = yield* FaultPoint
  const noteAttempts = yield* makeNoteAttempts
  const logsAttempts = yield* LogLevel.isEnabled("Debug")

  return (endpointId: string, held: HeldLease) => {
    /** The endpoint's health as it is written. */
    let before = held.first.endpoint.health

    return Effect.fnUntraced(function* (command: Extract<Command, { kind: "write" }>, renewal: Renewal) {
      yield* faultPoint("before_ledger_write")
      const { productId } = renewal.destination
      const attempts = yield* Effect.forEach(command.attempts, (attempt) =>
        courier.sealed(attempt, productId)
      )
      const token = randomUUID()
      const { health, token: after } = command
      const batch = { endpointId, owner: held.owner, after, token, health, attempts }
      const recorded = yield* Effect.uninterruptible(held.whileLeased(ledger.record(batch)))
      yield* faultPoint("after_ledger_write")
      if (recorded.kind === "lost") return yield* new LeaseLost()
      if (recorded.kind === "written") {
        if (logsAttempts) yield* Effect.forEach(command.attempts, logAttempt(endpointId), { discard: true })
        yield* countAttempts(command.attempts)
        yield* noteAttempts({ attempts: command.attempts, before, after: health, renewal })
      }
      before = recorded.kind === "stale" ? recorded.health : health
      if (attempts.some(({ retryIn }) => retryIn !== null)) yield* faultPoint("retry_scheduled")
      const message: Message = recorded.kind === "stale" ? recorded : { ...recorded, token }
      return message
    })
  }
})
