import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentNames } from "../documents.ts"
import { objectOf } from "../json.ts"
import { checkLedger } from "./check.ts"
import type { Ledger } from "./check.ts"
import { fileOf } from "./Entry.ts"
import type { Problem, Rule } from "./Problem.ts"
import { refuses } from "./Problem.ts"
import {
  digestOf,
  keepDocument,
  readDocuments,
  sealedFiles,
  type Documents,
  compareVersions,
  isBound,
  versionPattern
} from "./releases.ts"

/** The rules that no release may break, also before version 1.0: every change is announced, and only once. */
const neverReleased: ReadonlySet<Rule> = new Set<Rule>(["unannounced", "announced-twice"])

interface Publication {
  readonly version: string
  /** None were written if there are any. */
  readonly problems: ReadonlyArray<Problem>
}

/**
 * Writes specs/published/<version>: the documents of `bundled`, the entries that come into force, and their digests.
 * Never overwrites a release, and never publishes a change that no entry announces.
 */
export const publish = (specs: string, bundled: string, today: string): Publication => {
  const working = readDocuments(bundled)
  const version = String(objectOf(working["partner-api"]?.["info"])["version"])
  const folder = join(specs, "published", version)
  const ledger = checkLedger(specs, working)
  const problems = [
    ...ledger.problems.filter((problem) => refuses(problem, ledger.bound) || neverReleased.has(problem.rule)),
    ...judgeDocuments(working, version),
    ...judgeVersion(folder, version, ledger.release?.version),
    ...judgeDays(ledger, today)
  ]
  if (problems.length > 0) return { version, problems }
  const entries = ledger.pending.map(({ id }) => id)
  mkdirSync(folder, { recursive: true })
  for (const name of documentNames) keepDocument(bundled, folder, name)
  const release = { version, published: today, binding: isBound(version), entries }
  writeFileSync(join(folder, "release.json"), `${JSON.stringify(release, null, 2)}\n`)
  const digests = sealedFiles(folder, entries).map((name) => `${digestOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, "SHA256SUMS"), digests.join(""))
  return { version, problems }
}

/** A release holds all documents, at one version. */
const judgeDocuments = (working: Documents, version: string): ReadonlyArray<Problem> => {
  const others = documentNames.filter((name) => objectOf(working[name]?.["info"])["version"] !== version)
  if (others.length === 0) return []
  return [
    {
      rule: "version-not-raised",
      wrong: `The documents are at different versions: ${others.join(", ")} isn't at ${version}.`,
      fix: "Give them one info.version, and generate."
    }
  ]
}

const judgeVersion = (
  folder: string,
  version: string,
  released: string | undefined
): ReadonlyArray<Problem> => {
  const wrong = !versionPattern.test(version)
    ? `${version} isn't a version: a version is three numbers, such as 1.2.0.`
    : existsSync(folder)
      ? `${version} is published, and a release never changes.`
      : released !== undefined && compareVersions(version, released) < 0
        ? `${version} is older than ${released}, which is published.`
        : undefined
  if (wrong === undefined) return []
  return [{ rule: "version-not-raised", wrong, fix: "Raise info.version in every document, and generate." }]
}

/** A change that was promised for a later day isn't released before it. */
const judgeDays = ({ bound, pending }: Ledger, today: string): ReadonlyArray<Problem> =>
  pending
    .filter(({ in_force }) => bound && in_force > today)
    .map((entry) => ({
      rule: "not-yet-in-force",
      wrong: `${fileOf(entry)} is in force on ${entry.in_force}, and today is ${today}.`,
      fix: `Publish on ${entry.in_force}, or leave this change out of the release.`
    }))
