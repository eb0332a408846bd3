import * as Effect from "effect/Effect"
import { atLeast, exactly } from "../Figure.ts"
import type { Row, Size } from "../Row.ts"
import { allMutants } from "./mutation/mutants.ts"
import { aCopy, control, tryMutant } from "./mutation/tryMutants.ts"

const leastOf: Readonly<Record<Size, number>> = { short: 5, usual: 15, long: 15 }

/** Row 19: without any one of the guards some test fails. */
export const mutationCheck: Row = {
  number: 19,
  title: "mutation check",
  run: Effect.fnUntraced(function* ({ say, size }) {
    const root = yield* aCopy
    const all = allMutants(root)
    const mutants = size === "short" ? all.mutants.filter(({ isSample }) => isSample) : all.mutants
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
    const whole = yield* control(root, tests)
    yield* say(
      whole.caught === null ? `untouched: ${whole.passed} tests pass` : `untouched: RED, ${whole.caught}`
    )
    const tried = yield* Effect.forEach(mutants, (mutant, nth) =>
      Effect.tap(tryMutant(root, mutant), ({ caught, problem }) =>
        say(`${nth + 1} of ${mutants.length}, without "${mutant.guard}": ${problem ?? `red, ${caught}`}`)
      )
    )
    return {
      runs: `${mutants.length} guards taken away, one at a time`,
      figures: [
        atLeast("guards", mutants.length, leastOf[size]),
        exactly("comments that mark no guard", all.problems.length, 0),
        exactly("tests that fail on the untouched copy", whole.caught === null ? 0 : 1, 0),
        exactly("guards that can go unnoticed", tried.filter(({ caught }) => caught === null).length, 0)
      ],
      notes: [
        ...all.problems,
        ...(whole.caught === null ? [] : [`untouched: ${whole.caught}`]),
        ...tried.flatMap(({ mutant, problem }) =>
          problem === undefined ? [] : [`${mutant.guard}: ${problem}`]
        )
      ]
    }
  })
}
