import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyWorkspace } from "@embedded-super/contract-tests/workspace/workspaceCopy"
import { runTests, SOURCES } from "./suite/runTests.ts"
import { allMutants, type Mutant, without } from "./mutation/mutants.ts"
import { atLeast, exactly } from "../Figure.ts"
import type { Row, Size } from "../Row.ts"

/** The copy runs its tests with the settings of the service's project, and with nothing of the workspace's. */
const CONFIG = `import { defineConfig } from "vitest/config"
export default defineConfig({ test: {
  include: ["packages/service/src/**/*.test.ts"], globalSetup: ["packages/service/test/postgres.ts"],
  testTimeout: 40_000, hookTimeout: 40_000, teardownTimeout: 5_000
} })
`

/** Seconds. A mutant under which a test never ends is caught, too. */
const PATIENCE = { untouched: 900, mutant: 180 }

/** A copy of the workspace with its tests, in which guards can be taken away; gone with the scope. */
const aCopy = Effect.acquireRelease(
  Effect.sync(() => {
    const copy = copyWorkspace({ tests: true })
    writeFileSync(join(copy.root, "vitest.config.ts"), CONFIG)
    return copy
  }),
  ({ remove }) => Effect.sync(remove)
).pipe(Effect.map(({ root }) => root))

/** Runs tests on an unchanged copy: all must pass, or the mutants prove nothing. */
const control = (root: string, tests: ReadonlyArray<string>) =>
  runTests({ root, tests, patience: PATIENCE.untouched })

/** Removes one guard, runs the tests that must fail, and restores it. */
const tryMutant = Effect.fnUntraced(function* (root: string, mutant: Mutant) {
  const path = join(root, SOURCES, mutant.file)
  const source = readFileSync(path, "utf8")
  const { caught } = yield* Effect.acquireUseRelease(
    Effect.sync(() => writeFileSync(path, without(source, mutant))),
    () => runTests({ root, tests: mutant.tests, patience: PATIENCE.mutant }),
    () => Effect.sync(() => writeFileSync(path, source))
  )
  return { mutant, caught, problem: caught === null ? "no test noticed" : undefined }
})

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
