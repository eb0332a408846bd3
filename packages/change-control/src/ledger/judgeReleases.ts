import type { Entry } from "./Entry.ts"
import { fileOf } from "./Entry.ts"
import { judgeLedger } from "./judge.ts"
import type { Problem } from "./Problem.ts"
import type { Stored } from "./releaseProblems.ts"
import { isBound } from "./version.ts"

/**
 * Compares each release with the one before and the entries that it brought, so that a release written by hand can't hide
 * a change.
 */
export const judgeReleases = (
  releases: ReadonlyArray<Stored>,
  entries: ReadonlyArray<Entry>,
  publicOn: (entry: Entry) => string | undefined
): ReadonlyArray<Problem> =>
  releases.slice(1).flatMap((release, index) => judgeRelease(releases[index]!, release, entries, publicOn))

const judgeRelease = (
  before: Stored,
  release: Stored,
  entries: ReadonlyArray<Entry>,
  publicOn: (entry: Entry) => string | undefined
): ReadonlyArray<Problem> => {
  const brought = entries.filter(({ id }) => release.entries.includes(id))
  const { changes, problems } = judgeLedger(before, release.documents, brought, publicOn)
  const inRelease = ({ wrong, ...rest }: Problem): Problem => ({
    ...rest,
    wrong: `Release ${release.version}: ${wrong}`
  })
  if (changes.length > 0 && brought.length === 0) {
    return [
      {
        rule: "silent-release",
        wrong: `Release ${release.version} differs from ${before.version} in ${changes.length} changes, and brings no entry.`,
        fix: "Remove the folder, and let pnpm spec:publish make the release."
      }
    ]
  }
  // A preview may be announced late or incompletely: a release under 1.0 only has to bring an entry.
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
          fix: "Remove the folder, and publish when the entry is in force."
        }
      ]
