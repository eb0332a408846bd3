/**
 * The ledger of changes to the published specs. Each entry (`specs/changes`) announces changes; each release
 * (`specs/published`) brings entries into force. `checkLedger` compares the specs with the newest release and the entries
 * that no release has brought. `publish` writes a release.
 *
 * Why: 30 or 90 days of notice are promised (R-9-2, R-9-3).
 *
 * The traps: before version 1.0 most problems are only shown; `refuses` decides. An entry covers exactly the changes that
 * it lists, so a further change needs its own announcement. That `announced` is true is for the review of an entry
 * (D-change-entries).
 */

import { stringify } from "yaml"
import { type Entry, daysAfter, notice, type Covered } from "./Entry.ts"
import { readEntries } from "./entries.ts"
import { judgeLedger } from "./judge.ts"
import type { Verdict } from "./judge.ts"
import { inspectReleases, type Documents, type Release, isBound } from "./releases.ts"
import { type Change, worst } from "../Change.ts"
import type { DocumentName } from "../documents.ts"

/** The verdict on the ledger: against the newest release, or against nothing before there is one. */
export interface Ledger extends Verdict {
  readonly release: Release | undefined
  /** Whether problems refuse, or are only shown. */
  readonly bound: boolean
  /** Entries that no release has brought yet. */
  readonly pending: ReadonlyArray<Entry>
}

/** Reads `specs/` and judges it. `working` are the bundled documents as they are generated now. */
export const checkLedger = (specs: string, working: Documents): Ledger => {
  const { entries, problems: unreadable } = readEntries(specs)
  const { releases, problems: untrusted } = inspectReleases(specs)
  const brought = new Set(releases.flatMap((release) => release.entries))
  const pending = entries.filter(({ id }) => !brought.has(id))
  const release = releases.at(-1)
  const problems = [...unreadable, ...untrusted]
  if (release === undefined) {
    return { release, pending, bound: false, changes: [], announcements: [], problems }
  }
  const verdict = judgeLedger(release, working, pending)
  const bound = isBound(release.version)
  return { ...verdict, release, bound, pending, problems: [...problems, ...verdict.problems] }
}

const coveredOf = ({ kind, at, to, where }: Change): Covered => ({
  kind,
  at,
  ...(to === undefined ? {} : { to }),
  where
})

/** The beginning of an entry for changes that none lists yet: the fields that can be computed are filled in. */
export const draftEntry = (changes: ReadonlyArray<Change>, today: string): string => {
  const computed = worst(changes.map((change) => change.class))
  const listed: Partial<Record<DocumentName, Array<Covered>>> = {}
  for (const change of changes) (listed[change.document] ??= []).push(coveredOf(change))
  const entry = {
    id: "name-it",
    announced: today,
    in_force: daysAfter(today, notice[computed]),
    class: computed,
    summary: "Say what changes, for the engineer of a partner or a fund, in a sentence or two.",
    changes: listed,
    ...(computed === "breaking" ? { migration: "Say what readers have to do." } : {})
  }
  return `# yaml-language-server: $schema=../change-entry.schema.json\n${stringify(entry, { lineWidth: 0 })}`
}
