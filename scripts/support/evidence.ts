/**
 * The result of the last whole `pnpm test:long`, committed: the gate doesn't run these tests, so its requirement table reads what
 * they proved, and when.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { dirname } from "node:path"
import process from "node:process"
import type { Citation } from "./requirements.ts"
import type { TestRecord } from "./testRecorder.ts"

export const EVIDENCE_FILE = "evidence/test-long.json"

export interface Evidence {
  /** When it ended, in ISO 8601. */
  readonly date: string
  /** The commit that was judged; with `+` if files differed from it. */
  readonly commit: string
  readonly machine: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
  readonly failures: ReadonlyArray<string>
  readonly notRun: ReadonlyArray<string>
  /** By file: its number of tests, and its worker's seconds. The longest begin first in the next run. */
  readonly files: Readonly<Record<string, { readonly tests: number; readonly seconds: number }>>
  /** By requirement: the files whose citing tests all passed. */
  readonly proofs: Readonly<Record<string, ReadonlyArray<string>>>
}

export const readEvidence = (): Evidence | undefined =>
  existsSync(EVIDENCE_FILE) ? JSON.parse(readFileSync(EVIDENCE_FILE, "utf8")) : undefined

const git = (...args: ReadonlyArray<string>): string => execFileSync("git", args, { encoding: "utf8" }).trim()

/** The state of the checkout: its commit, and a `+` if files differ from it. */
export const checkedOut = (): string => {
  const changed = git("status", "--porcelain", "--", ".", `:!${EVIDENCE_FILE}`) !== ""
  return git("rev-parse", "--short=12", "HEAD") + (changed ? "+" : "")
}

const provenBy = (citations: ReadonlyArray<Citation>): Evidence["proofs"] => {
  const ids = [...new Set(citations.map(({ id }) => id))].toSorted()
  const filesOf = (id: string) => {
    const cited = citations.filter((citation) => citation.id === id)
    const failed = new Set(cited.filter(({ passed }) => !passed).map(({ file }) => file))
    return [...new Set(cited.map(({ file }) => file))].filter((file) => !failed.has(file)).toSorted()
  }
  return Object.fromEntries(ids.map((id) => [id, filesOf(id)]))
}

/** As JSON with one line for each file and each requirement, which a diff shows as one changed line. */
const printed = (evidence: Evidence): string =>
  JSON.stringify(evidence, null, 1).replaceAll(/^ {2}"[^"]+": [{[][^]*?^ {2}[\]}]/gm, (entry) =>
    entry.replaceAll(/\s*\n\s*/g, " ")
  )

export const writeEvidence = (run: TestRecord, commit: string, seconds: number): void => {
  const cores = cpus()
  const evidence: Evidence = {
    date: new Date().toISOString(),
    commit,
    machine: `${cores.length} x ${cores[0]?.model ?? "unknown"}, Node ${process.versions.node}`,
    seconds: Math.round(seconds),
    passed: run.passed,
    failed: run.failed,
    failures: run.failures,
    notRun: run.skipped,
    files: Object.fromEntries(
      run.files
        .toSorted((one, other) => other.seconds - one.seconds)
        .map(({ file, tests, seconds: took }) => [file, { tests, seconds: took }])
    ),
    proofs: provenBy(run.citations)
  }
  mkdirSync(dirname(EVIDENCE_FILE), { recursive: true })
  writeFileSync(EVIDENCE_FILE, `${printed(evidence)}\n`)
}
