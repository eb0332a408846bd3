import * as Effect from "effect/Effect"
import { atLeast, atMost, exactly, judged, sum, violationsOf } from "../Figure.ts"
import { faults } from "../proxy/Fault.ts"
import type { Row } from "../Row.ts"
import { type Between, underFault } from "./partition/underFault.ts"

const places: ReadonlyArray<Between> = ["database", "receiver"]

/** Row 4: under every fault of its connections, a worker that was cut off can't record anything. */
export const partition: Row = {
  number: 4,
  title: "network partition",
  run: Effect.fnUntraced(function* (context) {
    const receiver = yield* context.world.receiver("partition", context.seed)
    const cases = places.flatMap((between) =>
      // The worst of them three times.
      faults.flatMap((fault) =>
        (between === "database" && fault === "blackhole" ? [1, 2, 3] : [1]).map((nth) => ({
          between,
          fault,
          nth
        }))
      )
    )
    const runs = yield* Effect.forEach(cases, (one) => Effect.scoped(underFault(context, receiver, one)), {
      concurrency: context.atOnce
    })
    const judgements = runs.map(({ judgement }) => judgement)
    return {
      runs: `${faults.length} faults before the database and before the receiver, ${sum(judgements.map(({ arrived }) => arrived))} requests`,
      figures: [
        atLeast("late writes of a worker that lost its lease", sum(runs.map(({ tried }) => tried)), 3),
        exactly("of them taken", sum(runs.map(({ stale }) => stale)), 0),
        atMost("repeats of one call, most", Math.max(...runs.map(({ repeats }) => repeats)), 1),
        ...judged(judgements)
      ],
      notes: runs.flatMap(({ judgement }, nth) =>
        violationsOf([judgement]).map(
          (violation) => `${cases[nth]?.fault} before the ${cases[nth]?.between}: ${violation}`
        )
      )
    }
  })
}
