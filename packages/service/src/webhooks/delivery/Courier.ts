import { webhookHeaderNames } from "@embedded-super/contracts/webhooks"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { KeyObject } from "node:crypto"
import { performance } from "node:perf_hooks"
import { Settings } from "../../platform/config/Settings.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { checkedAgent } from "../../platform/egress/checkedConnector.ts"
import { startExchange } from "../../platform/egress/exchange.ts"
import type { ExchangeResult } from "@embedded-super/http-manners"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { type BegunSpan, spanBeginner } from "../../platform/telemetry/traces.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { egressPolicy } from "../endpoints/endpointUrl.ts"
import { signatures } from "@embedded-super/rules/webhooks/signing"
import { isPayload } from "../events/eventBody.ts"
import { eventId } from "../events/eventId.ts"
import { eventOf } from "./eventOf.ts"
import { judge, type Verdict, retryDelay } from "./retryRules.ts"
import type { DueDelivery } from "./deliverySequences.ts"
import { DeliverySettings } from "./deliverySettings.ts"

/** An endpoint's address and signing keys, ready for use. */
export interface Destination {
  readonly productId: string
  /** The full URL, and the origin and path that a request needs. */
  readonly url: string
  readonly origin: string
  readonly path: string
  /** One HMAC key for each live secret, and one Ed25519 key for each live key of the partner. */
  readonly keys: ReadonlyArray<KeyObject>
  /** Returns the database's time in milliseconds since 1970; signatures carry it. */
  readonly now: () => number
}

/** A finished attempt and its verdict. */
export interface Attempt {
  readonly id: string
  readonly delivery: DueDelivery
  /** The URL that was called. The endpoint may get another one later. */
  readonly url: string
  readonly verdict: Verdict
  readonly status: number | null
  readonly failure: string | null
  /** The beginning of the receiver's response. */
  readonly answer: Buffer | null
  /** Times of the monotonic clock of `performance`. */
  readonly startedAt: number
  readonly endedAt: number
  /** Duration in milliseconds. */
  readonly took: number
  /** Milliseconds until the next attempt; null after the last attempt. */
  readonly retryIn: number | null
  /** The headers that were sent, for the time line; left out if it notes nothing, or if nothing was sent. */
  readonly sentHeaders?: Readonly<Record<string, string>>
}

/** An attempt as stored: the receiver's response is sealed. */
export type SealedAttempt = Omit<Attempt, "answer"> & { readonly answer: Uint8Array | null }

export const USER_AGENT = "EmbeddedSuper-Webhooks/1"

/** Counts a 2xx only if the exchange has ended: a response that breaks off or never ends is a failure. */
const verdictOf = (result: ExchangeResult, now: number): Verdict => {
  const verdict = judge(result, now)
  // mutant (delivery, breaker): a 2xx whose answer breaks off is a failure: `result.failure !== null` -> `false`
  return verdict.kind === "delivered" && result.failure !== null ? { kind: "failed", hold: null } : verdict
}

const byName = (pairs: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? ""]] : [])))

/** Makes attempts: signs a delivery, sends it and judges the response. */
export class Courier extends Context.Service<
  Courier,
  {
    /**
     * Makes one attempt and always calls `done` exactly once. It isn't an effect: a fibre for each attempt would cost
     * more than the rest of an attempt's own work.
     */
    readonly attempt: (delivery: DueDelivery, to: Destination, done: (attempt: Attempt) => void) => void
    /** Seals the receiver's response for the product. */
    readonly sealed: (attempt: Attempt, productId: string) => Effect.Effect<SealedAttempt>
  }
>()("@embedded-super/service/webhooks/Courier") {
  static readonly layer = Layer.effect(
    Courier,
    Effect.gen(function* () {
      const { limits } = yield* DeliverySettings
      const { allowLoopback } = egressPolicy(yield* Settings)
      const vault = yield* Vault
      const faultPoint = yield* FaultPoint
      const random = yield* Random.Random
      const beginSpan = yield* spanBeginner
      const timeline = yield* Timeline
      const context = yield* Effect.context<never>()
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => checkedAgent({ allowLoopback, connectTimeout: limits.connect })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const atMoment = (moment: "connected" | "sent" | "answered") =>
        void Effect.runForkWith(context)(faultPoint(moment))
      const watched = faultPoint === noFault ? undefined : atMoment

      const attempt = (delivery: DueDelivery, to: Destination, done: (attempt: Attempt) => void) => {
        const startedAt = performance.now()
        const sentAt = to.now()
        let over = false
        let sentHeaders: Attempt["sentHeaders"]
        let span: BegunSpan | undefined
        const end = (
          verdict: Verdict,
          result: Pick<Attempt, "status" | "failure" | "answer" | "retryIn">
        ) => {
          if (over) return
          over = true
          const endedAt = performance.now()
          const took = Math.round(endedAt - startedAt)
          span?.end({
            outcome: verdict.kind,
            reason: result.failure,
            "http.response.status_code": result.status
          })
          done({
            id: eventId(sentAt * 1000),
            delivery,
            url: to.url,
            verdict,
            startedAt,
            endedAt,
            took,
            ...result,
            ...(sentHeaders === undefined ? {} : { sentHeaders })
          })
        }
        const giveUp = (verdict: Verdict, failure: string) =>
          end(verdict, { status: null, failure, answer: null, retryIn: null })
        if (!isPayload(delivery.body, { entityId: delivery.entityId, productId: to.productId })) {
          return giveUp({ kind: "unsendable" }, "invalid_payload")
        }
        // mutant (delivery): each attempt is signed with its own time: `Math.floor(sentAt / 1000)` -> `Math.floor((delivery.triedAt ?? sentAt) / 1000)`
        const timestamp = Math.floor(sentAt / 1000)
        const webhookId = `msg_${delivery.id}`
        const broke = (defect: unknown) => {
          Effect.runForkWith(context)(Effect.logError("A webhook can't be sent", Cause.die(defect)))
          giveUp({ kind: "failed", hold: null }, "internal_error")
        }
        /** A defect of this code makes this delivery dead, and affects neither the process nor another delivery. */
        const guarded = (step: () => void) => {
          const result = Result.try({ try: step, catch: (defect) => defect })
          if (Result.isFailure(result)) broke(result.failure)
        }
        const answered = (result: ExchangeResult) => {
          const { status, failure, answer } = result
          const verdict = verdictOf(result, to.now())
          const isDone = verdict.kind === "delivered"
          const retryIn = isDone ? null : retryDelay(delivery.attempts + 1, random.nextDoubleUnsafe())
          end(verdict, { status, failure, answer, retryIn })
        }
        return guarded(() => {
          const body = Buffer.from(delivery.body)
          const headers = [
            webhookHeaderNames.contentType,
            "application/json",
            webhookHeaderNames.userAgent,
            USER_AGENT,
            webhookHeaderNames.webhookId,
            webhookId,
            webhookHeaderNames.webhookTimestamp,
            String(timestamp),
            webhookHeaderNames.webhookSignature,
            signatures(to.keys, { id: webhookId, timestamp, body })
          ]
          const event = beginSpan && eventOf(delivery.body).event
          span = beginSpan?.(`webhook ${event}`, {
            kind: "client",
            continues: delivery.traceparent ?? null,
            attributes: {
              webhook_id: webhookId,
              event,
              product_id: to.productId,
              entity_id: delivery.entityId,
              attempt: delivery.attempts + 1,
              "http.request.method": "POST"
            }
          })
          const traceparent = span?.traceparent ?? timeline.traceparentNow() ?? delivery.traceparent
          if (traceparent) headers.push("traceparent", traceparent)
          if (timeline.isOn) sentHeaders = byName(headers)
          const request = { origin: to.origin, path: to.path, headers, body }
          startExchange(agent, request, limits, (result) => guarded(() => answered(result)), watched)
        })
      }

      const sealed = (attempt: Attempt, productId: string): Effect.Effect<SealedAttempt> => {
        if (attempt.answer === null) return Effect.succeed(attempt)
        const cell = { table: "webhook_attempts", column: "answer", tenant: productId, row: attempt.id }
        return Effect.map(vault.seal(cell, attempt.answer.toString()), (answer) => ({ ...attempt, answer }))
      }

      return Courier.of({ attempt, sealed })
    })
  )
}
