import { join } from "node:path"
import type { Entry } from "./Entry.ts"
import { readDocuments, readEntries, readReleases, tamperedReleases } from "./files.ts"
import type { Release } from "./files.ts"
import { judgeLedger } from "./judge.ts"
import type { Documents, Verdict } from "./judge.ts"

/** What the ledger comes to: against the newest release, or against nothing before there is one. */
export interface Ledger extends Verdict {
  readonly release: Release | undefined
  /** Entries that no release has brought yet. */
  readonly pending: ReadonlyArray<Entry>
}

/** Reads `specs/` and judges it. `working` are the bundled documents as they are generated now. */
export const checkLedger = (specs: string, working: Documents): Ledger => {
  const { entries, problems } = readEntries(specs)
  const releases = readReleases(specs)
  const brought = new Set(releases.flatMap((release) => release.entries))
  const pending = entries.filter(({ id }) => !brought.has(id))
  const [release] = releases
  const always = [...problems, ...tamperedReleases(specs)]
  if (release === undefined) {
    return { release, pending, bound: false, changes: [], announcements: [], problems: always }
  }
  const base = {
    version: release.version,
    documents: readDocuments(join(specs, "published", release.version))
  }
  const verdict = judgeLedger(base, working, pending)
  return { ...verdict, release, pending, problems: [...always, ...verdict.problems] }
}
