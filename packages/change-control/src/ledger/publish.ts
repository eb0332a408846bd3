import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentNames } from "../documents.ts"
import { objectOf } from "../json.ts"
import { checkLedger } from "./check.ts"
import { digestsOf, readDocuments } from "./files.ts"
import type { Problem, Rule } from "./Problem.ts"
import { refuses } from "./Problem.ts"
import { compareVersions } from "./version.ts"

/** What a release may never do, also before version 1.0: change what nobody was told of. */
const neverReleased: ReadonlySet<Rule> = new Set<Rule>(["unannounced", "announces-nothing"])

interface Publication {
  readonly version: string
  /** None were written if there are any. */
  readonly problems: ReadonlyArray<Problem>
}

/**
 * Writes specs/published/<version>: the documents of `bundled`, the entries that come into force, and their digests.
 * Never over a release, and never with a change that the ledger doesn't tell of.
 */
export const publish = (specs: string, bundled: string, today: string): Publication => {
  const working = readDocuments(bundled)
  const versions = documentNames.map((name) => String(objectOf(working[name]["info"])["version"]))
  const version = versions[0] ?? ""
  const folder = join(specs, "published", version)
  const ledger = checkLedger(specs, working)
  const problems: Array<Problem> = ledger.problems.filter(
    (problem) => refuses(problem, ledger.bound) || neverReleased.has(problem.rule)
  )
  const found = (wrong: string, mend: string, rule: Rule = "version-not-raised") =>
    problems.push({ rule, wrong, mend })
  if (new Set(versions).size > 1) {
    found(
      `The documents are at different versions: ${versions.join(", ")}.`,
      "Give them one info.version, and generate."
    )
  } else if (existsSync(folder)) {
    found(
      `${version} is published, and a release never changes.`,
      "Raise info.version in every document, and generate."
    )
  } else if (ledger.release !== undefined && compareVersions(version, ledger.release.version) < 0) {
    found(
      `${version} is older than ${ledger.release.version}, which is published.`,
      "Raise info.version, and generate."
    )
  }
  for (const { id, in_force } of ledger.pending) {
    if (!ledger.bound || in_force <= today) continue
    const wrong = `specs/changes/${id}.yaml is in force on ${in_force}, and today is ${today}.`
    found(wrong, `Publish on ${in_force}, or leave this change out of the release.`, "not-yet-in-force")
  }
  if (problems.length > 0) return { version, problems }
  const release = { version, published: today, entries: ledger.pending.map(({ id }) => id) }
  const files = {
    ...Object.fromEntries(
      documentNames.map((name) => [`${name}.json`, readFileSync(join(bundled, `${name}.json`), "utf8")])
    ),
    "release.json": `${JSON.stringify(release, null, 2)}\n`
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, "SHA256SUMS"), digestsOf(files))
  return { version, problems }
}
