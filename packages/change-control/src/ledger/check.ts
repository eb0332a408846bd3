/**
 * The ledger of changes to the published specs. Each entry (`specs/changes`) announces changes; each release
 * (`specs/published`) brings entries into force. `checkLedger` compares the specs with the newest release, each release
 * with the one before (`judgeReleases`), and the entries and published files with the history of the main branch
 * (`history`, `publicSince`, `kept`). `publish` writes a release.
 *
 * Why: 30 or 90 days of notice are promised (R-9-2, R-9-3). The history of main shows whether an entry was announced on
 * the day that it names (D-change-entries).
 *
 * The traps: a shallow clone has no history; the check then reports `no-history`. Before version 1.0 most problems are
 * only shown; `refuses` decides. An entry covers exactly the changes that it lists, so a further change needs its own
 * announcement.
 */

import type { Entry } from "./Entry.ts"
import { readEntries } from "./entries.ts"
import { readHistory } from "./history.ts"
import type { History } from "./history.ts"
import { judgeLedger } from "./judge.ts"
import type { Verdict } from "./judge.ts"
import { judgeReleases } from "./judgeReleases.ts"
import { whatWasNotKept } from "./kept.ts"
import type { Problem } from "./Problem.ts"
import { inspectReleases } from "./releaseProblems.ts"
import type { Documents, Release } from "./releases.ts"
import { publicSince } from "./publicSince.ts"
import { isBound } from "./version.ts"

/** The verdict on the ledger: against the newest release, or against nothing before there is one. */
export interface Ledger extends Verdict {
  readonly release: Release | undefined
  /** Whether problems refuse, or are only shown. */
  readonly bound: boolean
  /** Entries that no release has brought yet. */
  readonly pending: ReadonlyArray<Entry>
}

/**
 * Reads `specs/` and judges it. `working` are the bundled documents as they are generated now; `history` is what git knows of
 * the main branch.
 */
export const checkLedger = (
  specs: string,
  working: Documents,
  today: string,
  history: History | string = readHistory(specs, today)
): Ledger => {
  const { entries, problems: unreadable } = readEntries(specs)
  const { releases, problems: untrusted } = inspectReleases(specs, today)
  const brought = new Set(releases.flatMap((release) => release.entries))
  const pending = entries.filter(({ id }) => !brought.has(id))
  const publicOn = (entry: Entry): string | undefined =>
    typeof history === "string" ? undefined : publicSince(entry, history.statesOf(entry.id), today)
  const release = releases.at(-1)
  const problems = [
    ...unreadable,
    ...untrusted,
    ...judgeHistory(specs, history),
    ...judgeReleases(releases, entries, publicOn)
  ]
  if (release === undefined) {
    return { release, pending, bound: false, changes: [], announcements: [], problems }
  }
  const verdict = judgeLedger(release, working, pending, publicOn)
  const bound = isBound(release.version)
  return { ...verdict, release, bound, pending, problems: [...problems, ...verdict.problems] }
}

const judgeHistory = (specs: string, history: History | string): ReadonlyArray<Problem> =>
  typeof history === "string"
    ? [
        {
          rule: "no-history",
          wrong: `${history}, so it isn't known whether a release was changed or an announcement backdated.`,
          fix: "Check a clone that has the whole branch main: git fetch --unshallow origin main:refs/remotes/origin/main."
        }
      ]
    : whatWasNotKept(specs, history)
