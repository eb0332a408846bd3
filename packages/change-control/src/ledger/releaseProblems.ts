import { join } from "node:path"
import { objectOf } from "../json.ts"
import { isDay } from "./day.ts"
import type { Problem, Rule } from "./Problem.ts"
import {
  digestOf,
  namesOfReleases,
  readDigests,
  readDocuments,
  readRelease,
  sealedFiles
} from "./releases.ts"
import type { Documents, Release } from "./releases.ts"
import { isBound, versionPattern } from "./version.ts"

/** A release that passed all checks. */
export interface Stored extends Release {
  readonly documents: Documents
}

const problem = (rule: Rule, wrong: string): Problem => ({
  rule,
  wrong,
  fix: "Restore what pnpm spec:publish wrote; put the change into a later version."
})

/** Files that differ from their digest, have none, or are gone. */
const brokenSeal = (folder: string, entries: ReadonlyArray<string>): string | undefined => {
  const digests = readDigests(folder)
  const sealed = sealedFiles(folder, entries)
  return (
    sealed.find((name) => digests.get(name) !== digestOf(join(folder, name))) ??
    [...digests.keys()].find((name) => !sealed.includes(name))
  )
}

/** Where a release describes itself wrongly. */
const untruth = (name: string, release: Stored, before: Stored | undefined, today: string) => {
  const { binding, documents, published, version } = release
  if (version !== name) return `its release.json names the version ${version}`
  if (!isDay(published)) return `it was published on ${published}, which no calendar has`
  if (published > today) return `it was published on ${published}, which hasn't come`
  if (before !== undefined && published < before.published)
    return `it was published on ${published}, before ${before.version}, on ${before.published}`
  // 0.1.0 is older than the field.
  if (binding === undefined ? isBound(version) : binding !== isBound(version))
    return `its release.json says binding ${binding}; ${isBound(version) ? "versions from 1.0 on bind" : "versions under 1.0 don't bind"}`
  for (const [document, { info }] of Object.entries(documents)) {
    const named = objectOf(info)["version"]
    if (named !== version) return `its ${document}.json is of the version ${String(named)}`
  }
  return undefined
}

/** All releases, the oldest first, and what is wrong with them. A release that can't be trusted is left out. */
export const inspectReleases = (
  specs: string,
  today: string
): { readonly releases: ReadonlyArray<Stored>; readonly problems: ReadonlyArray<Problem> } => {
  const releases: Array<Stored> = []
  const problems: Array<Problem> = []
  for (const name of namesOfReleases(specs)) {
    const place = `specs/published/${name}`
    const folder = join(specs, "published", name)
    if (!versionPattern.test(name)) {
      problems.push(problem("false-release", `${place} isn't a release: a version is three numbers.`))
      continue
    }
    try {
      const release = { ...readRelease(folder), documents: readDocuments(folder) }
      const broken = brokenSeal(folder, release.entries)
      const untrue = untruth(name, release, releases.at(-1), today)
      if (broken !== undefined) {
        const wrong = `${place} is not what was published: ${broken} doesn't fit its digest in SHA256SUMS.`
        problems.push(problem("tampered-release", wrong))
      } else if (untrue !== undefined) problems.push(problem("false-release", `${place}: ${untrue}.`))
      else releases.push(release)
    } catch {
      const wrong = `${place} is not what was published: one of its files is gone or can't be read.`
      problems.push(problem("tampered-release", wrong))
    }
  }
  return { releases, problems }
}
