import * as Effect from "effect/Effect"
import { atMost, exactly, judged, violationsOf, type Row, type Size } from "../Row.ts"
import { judge } from "../judge/judge.ts"
import { isAccepted } from "../judge/Logs.ts"
import { accepts } from "../receiver/Behaviour.ts"
import { endpointOf } from "../world/Cell.ts"
import { collect } from "../world/collect.ts"
import { emitFresh } from "../world/emit.ts"
import { untilIdle, workInProcess, makeShift } from "../world/inProcess.ts"

const RETRY_AFTER = 30
const STORM_MINUTES = 10
const eventsOf: Readonly<Record<Size, number>> = { short: 100, usual: 1000, long: 1000 }

/** Milliseconds in which calls that were in flight at the first 429 may still arrive. */
const BURST = 1000

/** Seconds of the moved clock between two polls. */
const STEP = 5

/** Row 5: a receiver that sends Retry-After gets one request at that time, and all others once it has recovered. */
export const storm429: Row = {
  number: 5,
  title: "429 storm",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const receiver = yield* world.receiver("storm429", seed)
    const cell = yield* world.cell(world.server, receiver, "storm429")
    const endpoint = endpointOf(cell)
    const shift = makeShift(cell)
    yield* receiver.behave(endpoint.path, {
      kind: "answers",
      status: 429,
      headers: { "retry-after": String(RETRY_AFTER) }
    })
    const acknowledged = yield* cell.run(emitFresh(endpoint, eventsOf[size], "onboarding_session_changed"))
    yield* workInProcess(cell)
    yield* untilIdle(cell)
    for (let seconds = 0; seconds < STORM_MINUTES * 60; seconds += STEP) {
      yield* shift.pass(`${STEP} seconds`)
      yield* untilIdle(cell)
      if (seconds % 120 === 0) yield* say(`minute ${seconds / 60} of ${STORM_MINUTES}`)
    }
    yield* receiver.behave(endpoint.path, accepts)
    const recoveredAt = performance.timeOrigin + performance.now()
    const recovered = recoveredAt + shift.ahead(recoveredAt)
    for (let seconds = 0; seconds < 120; seconds += STEP) {
      yield* untilIdle(cell)
      const { [endpoint.path]: counts } = yield* receiver.counts
      if ((counts?.accepted ?? 0) >= acknowledged.length) break
      yield* shift.pass(`${STEP} seconds`)
    }
    const { logs } = yield* collect(cell, { acknowledged, ahead: shift.ahead })
    const judgement = judge(logs)

    // Calls that were in flight at the first 429 count as one with it.
    const refused = logs.arrivals.filter(({ status }) => status === 429).toSorted((a, b) => a.began - b.began)
    const first = refused[0]?.at ?? 0
    const [burst, stated] = [
      refused.filter(({ at }) => at < first + BURST),
      refused.filter(({ at }) => at >= first + BURST)
    ]
    const early = stated.filter(({ at, began }) => {
      const before = refused.findLast((refusal) => (refusal.ended ?? began) < began)
      return before !== undefined && at < before.at + RETRY_AFTER * 1000
    })
    const windows = Map.groupBy(stated, ({ at }) => Math.floor((at - first) / (RETRY_AFTER * 1000)))
    const lastAccepted = Math.max(...logs.arrivals.filter(isAccepted).map(({ at }) => at))
    return {
      runs: `${acknowledged.length} events, ${STORM_MINUTES} minutes of 429, ${refused.length} requests refused`,
      figures: [
        atMost("requests at once when it begins", burst.length, 32),
        exactly("requests before the stated time", early.length, 0),
        atMost("probes in a window, most", Math.max(0, ...[...windows.values()].map((all) => all.length)), 1),
        exactly("delivered", judgement.delivered, acknowledged.length),
        atMost("drained after", (lastAccepted - recovered) / 1000, 60, "s"),
        ...judged([judgement])
      ],
      notes: violationsOf([judgement])
    }
  })
}
