import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { SOURCES } from "../suite/runTests.ts"

/** The removal of a guard, as an edit of the source, and the tests of which one must fail. */
export interface Mutant {
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
 *     // sample mutant (retryRules): 13 attempts, and no more: `return null` -> `return 1000`
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
