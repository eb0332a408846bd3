import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync, globSync } from "node:fs"
import { join, dirname } from "node:path"
import { copyWorkspace } from "@embedded-super/contract-tests/workspace/workspaceCopy"
import { runTests, SOURCES } from "./runTests.ts"
import { atLeast, exactly, type Row, type Size } from "../Row.ts"

/** The removal of a guard, as an edit of the source, and the tests of which one must fail. */
interface Mutant {
  readonly guard: string
  /** Below the service's sources, like `tests`. */
  readonly file: string
  readonly line: number
  /** The first place of this text below the comment is replaced. */
  readonly find: string
  readonly replace: string
  readonly tests: ReadonlyArray<string>
  /** Among those that every long run tries. */
  readonly isSample: boolean
}

/**
 * A comment above the guard, in one line, names the tests beside the file (or below the sources, with a folder), then
 * the guard, and then the edit. In a replacement `\n` is a new line. For example:
 *
 *     // mutant (EndpointLease): a lease that expired can't be renewed: drop `AND isHeld`
 *     // sample mutant (retrySchedule): 13 attempts, and no more: `return null` -> `return 1000`
 */
const MARKER = /^ *\/\/ (sample )?mutant \(([^)]+)\): (.+?): (?:drop `([^`]+)`|`([^`]+)` -> `([^`]+)`)$/
const LOOKS_LIKE_ONE = /\/\/ (?:sample )?mutant\b/

const testOf = (folder: string, name: string) => `${name.includes("/") ? name : join(folder, name)}.test.ts`

/** The mutants of one file. A comment that looks like one and can't be read, or whose text isn't below it, is a problem. */
export const mutantsIn = (file: string, text: string) => {
  const lines = text.split("\n")
  const mutants: Array<Mutant> = []
  const problems: Array<string> = []
  lines.forEach((comment, index) => {
    if (!LOOKS_LIKE_ONE.test(comment)) return
    const [, sample, tests = "", guard = "", dropped, found, replace = ""] = MARKER.exec(comment) ?? []
    const find = dropped ?? found
    const line = index + 1
    if (find === undefined) problems.push(`${file}:${line}: the comment of a mutant can't be read`)
    else if (!lines.slice(line).join("\n").includes(find))
      problems.push(`${file}:${line}: ${find} isn't below its comment`)
    else {
      mutants.push({
        guard,
        file,
        line,
        find,
        replace: replace.replaceAll("\\n", "\n"),
        tests: tests.split(", ").map((name) => testOf(dirname(file), name)),
        isSample: sample !== undefined
      })
    }
  })
  return { mutants, problems }
}

/** The text of a file without the guard. */
export const without = (text: string, { find, line, replace }: Mutant): string => {
  const lines = text.split("\n")
  const below = lines.slice(line).join("\n")
  return `${lines.slice(0, line).join("\n")}\n${below.replace(find, () => replace)}`
}

/** Code of the service in a package of its own, whose guards the service's tests prove. Seen from the sources. */
const BESIDE = "../../rules/src/sftp"

/** Every mutant of the service, in the workspace at `root`. */
export const allMutants = (root: string) => {
  const beside = globSync("*.ts", { cwd: join(root, SOURCES, BESIDE) }).map((file) => join(BESIDE, file))
  const files = globSync("**/*.ts", { cwd: join(root, SOURCES) })
    .concat(beside)
    .toSorted()
  const found = files.map((file) => mutantsIn(file, readFileSync(join(root, SOURCES, file), "utf8")))
  return {
    mutants: found.flatMap(({ mutants }) => mutants),
    problems: found.flatMap(({ problems }) => problems)
  }
}

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
