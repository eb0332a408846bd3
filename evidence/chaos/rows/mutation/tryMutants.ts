import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyWorkspace } from "@embedded-super/contract-tests/workspace/workspaceCopy"
import { runTests, SOURCES } from "../suite/runTests.ts"
import { type Mutant, without } from "./mutants.ts"

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
export const aCopy = Effect.acquireRelease(
  Effect.sync(() => {
    const copy = copyWorkspace({ tests: true })
    writeFileSync(join(copy.root, "vitest.config.ts"), CONFIG)
    return copy
  }),
  ({ remove }) => Effect.sync(remove)
).pipe(Effect.map(({ root }) => root))

/** Runs tests on an unchanged copy: all must pass, or the mutants prove nothing. */
export const control = (root: string, tests: ReadonlyArray<string>) =>
  runTests({ root, tests, patience: PATIENCE.untouched })

/** Removes one guard, runs the tests that must fail, and restores it. */
export const tryMutant = Effect.fnUntraced(function* (root: string, mutant: Mutant) {
  const path = join(root, SOURCES, mutant.file)
  const source = readFileSync(path, "utf8")
  const { caught } = yield* Effect.acquireUseRelease(
    Effect.sync(() => writeFileSync(path, without(source, mutant))),
    () => runTests({ root, tests: mutant.tests, patience: PATIENCE.mutant }),
    () => Effect.sync(() => writeFileSync(path, source))
  )
  return { mutant, caught, problem: caught === null ? "no test noticed" : undefined }
})
