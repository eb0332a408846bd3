import type { Entry } from "./Entry.ts"
import { fileOf } from "./Entry.ts"
import { judgeLedger } from "./judge.ts"
import type { Problem } from "./Problem.ts"
import type { Stored } from "./releaseProblems.ts"
import { isBound } from "./version.ts"

/**
 * Holds each release against the one before, with the entries that it brought: so a release that was written by hand
 * can't be a baseline that hides a change.
 */
export const judgeReleases = (
  releases: ReadonlyArray<Stored>,
  entries: ReadonlyArray<Entry>,
  told: (entry: Entry) => string | undefined
): ReadonlyArray<Problem> =>
  releases.slice(1).flatMap((release, index) => judgeRelease(releases[index]!, release, entries, told))

const judgeRelease = (
  before: Stored,
  release: Stored,
  entries: ReadonlyArray<Entry>,
  told: (entry: Entry) => string | undefined
): ReadonlyArray<Problem> => {
  const brought = entries.filter(({ id }) => release.entries.includes(id))
  const { changes, problems } = judgeLedger(before, release.documents, brought, told)
  const inRelease = ({ wrong, ...rest }: Problem): Problem => ({
    ...rest,
    wrong: `Release ${release.version}: ${wrong}`
  })
  if (changes.length > 0 && brought.length === 0) {
    return [
      {
        rule: "silent-release",
        wrong: `Release ${release.version} differs from ${before.version} in ${changes.length} changes, and brings no entry.`,
        mend: "Take the folder away, and let pnpm spec:publish make the release."
      }
    ]
  }
  // A preview may be late or incomplete; that a release under 1.0 says something is all that is asked of it.
  if (!isBound(before.version)) return []
  return [...problems, ...brought.flatMap((entry) => judgeDay(entry, release))].map(inRelease)
}

const judgeDay = (entry: Entry, release: Stored): ReadonlyArray<Problem> =>
  entry.in_force <= release.published
    ? []
    : [
        {
          rule: "not-yet-in-force",
          wrong: `${fileOf(entry)} is in force on ${entry.in_force}, and it was published on ${release.published}.`,
          mend: "Take the folder away, and publish when the entry is in force."
        }
      ]
