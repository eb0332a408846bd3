import { join } from "node:path"
import type { Problem } from "./Problem.ts"
import {
  digestOf,
  namesOfReleases,
  readDigests,
  readRelease,
  readReleasedDocuments,
  sealedFiles
} from "./releases.ts"
import type { Documents, Release } from "./releases.ts"
import { versionPattern } from "./version.ts"

/** A release whose files are those that were published. */
export interface Stored extends Release {
  readonly documents: Documents
}

/** Files that differ from their digest, have none, or are gone. */
const brokenSeal = (folder: string, entries: ReadonlyArray<string>): string | undefined => {
  const digests = readDigests(folder)
  const sealed = sealedFiles(folder, entries)
  return (
    sealed.find((name) => digests.get(name) !== digestOf(join(folder, name))) ??
    [...digests.keys()].find((name) => !sealed.includes(name))
  )
}

/** All releases, the oldest first, and what is wrong with them. A release whose files were changed is left out. */
export const inspectReleases = (
  specs: string
): { readonly releases: ReadonlyArray<Stored>; readonly problems: ReadonlyArray<Problem> } => {
  const releases: Array<Stored> = []
  const problems: Array<Problem> = []
  for (const name of namesOfReleases(specs).filter((each) => versionPattern.test(each))) {
    const folder = join(specs, "published", name)
    const tampered = (why: string) =>
      problems.push({
        rule: "tampered-release",
        wrong: `specs/published/${name} is not what was published: ${why}.`,
        fix: "Restore what pnpm spec:publish wrote; put the change into a later version."
      })
    try {
      const release = readRelease(folder)
      const broken = brokenSeal(folder, release.entries)
      if (broken !== undefined) tampered(`${broken} doesn't fit its digest in SHA256SUMS`)
      else releases.push({ ...release, documents: readReleasedDocuments(folder) })
    } catch {
      tampered("one of its files is gone or can't be read")
    }
  }
  return { releases, problems }
}
