import * as Effect from "effect/Effect"
import { atLeast, atMost, exactly, judged, noted, percentile, sum, violationsOf } from "../Figure.ts"
import type { Row, Size } from "../Row.ts"
import { killAt } from "./kill/killAt.ts"
import { points } from "./kill/points.ts"
import type { Kill } from "./kill/victims.ts"

/** Events that the usual row is about, at all points together. However fast the kills come, it goes on until then. */
const EVENTS = 100_000

const killsOf: Readonly<Record<Size, number>> = { short: 1, usual: 20, long: 200 }

/** When something happened, by the kill before it. */
const sinceKill = (kills: ReadonlyArray<Kill>, at: number): string => {
  const last = kills.findLast((kill) => kill.at <= at)
  return last === undefined ? "before the first kill" : `${((at - last.at) / 1000).toFixed(1)} s after a kill`
}

/** Row 1: nothing is lost, reordered or sent side by side, wherever a process dies. */
export const killEverywhere: Row = {
  number: 1,
  title: "kill -9 everywhere",
  run: Effect.fnUntraced(function* (context) {
    const kills = killsOf[context.size]
    const receiver = yield* context.world.receiver("kill", context.seed)
    const chosen = context.size === "short" ? points.filter(({ sample }) => sample === true) : points
    // A few more: of what a killed producer committed, it didn't note everything.
    const events = context.size === "short" ? 0 : Math.ceil((EVENTS * 1.02) / chosen.length)
    const runs = yield* Effect.forEach(
      chosen,
      (point) => Effect.scoped(killAt(context, receiver, point, { kills, events })),
      { concurrency: context.atOnce }
    )
    const judgements = runs.map(({ judgement }) => judgement)
    const done = runs.flatMap((run) => run.kills)
    const atWorkers = runs.filter(
      ({ point }) => points.find(({ name }) => name === point)?.victim === "worker"
    )
    const resumed = atWorkers.flatMap((run) => run.kills.map(({ resumedAfter }) => resumedAfter / 1000))
    const steady = runs.flatMap((run) =>
      run.repeats.filter(({ isSteady }) => isSteady).map(({ repeats }) => repeats)
    )
    const [what, p99] = ["resumed after, p99", percentile(resumed, 0.99)] as const
    const [stood, lost] = [
      "leases that a worker lost and lived",
      sum(runs.map((run) => run.leasesLost.length))
    ] as const
    const [tooLate, late] = ["repeats after an answer too late", sum(runs.map((run) => run.late))] as const
    const committed = sum(judgements.map((judgement) => judgement.committed))
    return {
      runs: `${chosen.length} points, ${done.length} kills, ${committed} events`,
      figures: [
        exactly("kills", done.length, chosen.length * kills),
        ...(context.size === "short" ? [] : [atLeast("events", committed, EVENTS)]),
        ...judged(judgements),
        // The short form runs beside other tests on a busy machine, which may stand still for as long as a lease.
        context.size === "short" ? noted(stood, lost) : exactly(stood, lost, 0),
        exactly(
          "repeats without a kill, a lost lease or an answer too late",
          sum(runs.map(({ unexplained }) => unexplained.length)),
          0
        ),
        context.size === "short" ? noted(tooLate, late) : exactly(tooLate, late, 0),
        atMost("repeats after a kill under steady load, most", Math.max(0, ...steady), 30),
        // For the same reason it has no limit in seconds.
        context.size === "short" ? noted(what, p99, "s") : atMost(what, p99, 15, "s")
      ],
      notes: [
        ...runs.filter(({ missed }) => missed > 0).map(({ point }) => `nobody came to ${point}`),
        ...runs.flatMap(({ point, unexplained }) => unexplained.map((repeat) => `${point}: ${repeat}`)),
        ...(context.size === "short" ? [] : runs).flatMap(({ kills: all, leasesLost, point }) =>
          leasesLost.map((at) => `${point}: a worker that lived lost a lease, ${sinceKill(all, at)}`)
        ),
        ...violationsOf(judgements)
      ]
    }
  })
}
