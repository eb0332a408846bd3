import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WebhookDeliveries } from "../../../packages/service/src/webhooks/log/WebhookDeliveries.ts"
import { exactly, judged, violationsOf } from "../Figure.ts"
import { judge } from "../judge/judge.ts"
import type { Row, Size } from "../Row.ts"
import { accepts } from "../receiver/Behaviour.ts"
import { endpointOf } from "../world/Cell.ts"
import { collect } from "../world/collect.ts"
import { emitOf, type Recorded } from "../world/emit.ts"
import { untilIdle, workInProcess } from "../world/inProcess.ts"
import { newId } from "../../../packages/service/src/platform/ids/newId.ts"
import { makeShift } from "../world/Shift.ts"

const CHANGES = 100
const sessionsOf: Readonly<Record<Size, number>> = { short: 5, usual: 50, long: 500 }

/** Row 11: many changes and a completion, none of them received, arrive as one completion. */
export const coalescing: Row = {
  number: 11,
  title: "coalescing",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const receiver = yield* world.receiver("coalescing", seed)
    const cell = yield* world.cell(world.server, receiver, "coalescing")
    const endpoint = endpointOf(cell)
    const shift = makeShift(cell)
    yield* receiver.behave(endpoint.path, { kind: "resets" })
    yield* workInProcess(cell)
    const sessions = yield* Effect.forEach(Array.from({ length: sessionsOf[size] }), () => newId)
    const acknowledged: Array<Recorded> = []
    for (let seq = 1; seq <= CHANGES; seq += 1) {
      acknowledged.push(...(yield* cell.run(emitOf(endpoint, sessions, "onboarding_session_changed", seq))))
      if (seq % 25 === 0) {
        yield* say(`${seq} changes of each session`)
        yield* shift.pass("10 minutes")
      }
    }
    acknowledged.push(
      ...(yield* cell.run(emitOf(endpoint, sessions, "onboarding_session_completed", CHANGES + 1)))
    )
    yield* untilIdle(cell)
    yield* receiver.behave(endpoint.path, accepts)
    const recoveredAt = performance.timeOrigin + performance.now()
    yield* shift.pass("20 minutes")
    yield* untilIdle(cell)
    yield* shift.pass("30 hours")
    yield* untilIdle(cell)
    const { logs } = yield* collect(cell, { acknowledged, ahead: shift.ahead })
    const judgement = judge(logs)

    const since = logs.arrivals.filter(({ wall }) => wall >= recoveredAt)
    const completed = new Set(
      acknowledged
        .filter(({ event }) => event === "onboarding_session_completed")
        .map(({ webhookId }) => webhookId)
    )
    const log = yield* cell.run(WebhookDeliveries)
    const shown = yield* Effect.forEach(
      acknowledged,
      ({ webhookId }) => log.find(endpoint.productId, webhookId.slice("msg_".length)),
      { concurrency: 8 }
    )
    const superseded = shown.filter(
      (delivery) =>
        Option.isSome(delivery) &&
        delivery.value.status === "superseded" &&
        delivery.value.superseded_by !== null
    )
    return {
      runs: `${sessions.length} sessions, ${CHANGES} changes and a completion each`,
      figures: [
        exactly(
          "completions, one for each session",
          since.filter(({ webhookId }) => completed.has(webhookId)).length,
          sessions.length
        ),
        exactly(
          "changes after the recovery",
          since.filter(({ webhookId }) => !completed.has(webhookId)).length,
          0
        ),
        exactly(
          "superseded, and shown with what took their place",
          superseded.length,
          sessions.length * CHANGES
        ),
        ...judged([judgement])
      ],
      notes: violationsOf([judgement])
    }
  })
}
