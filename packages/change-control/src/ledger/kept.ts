import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { History } from "./history.ts"
import type { Problem } from "./Problem.ts"

/** The id that git gives a content; its length says by which digest. */
export const blobOf = (content: Buffer, like: string): string =>
  createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex")

/** The problem of a published file; undefined if it is unchanged. */
const fateOf = (file: string, blob: string): string | undefined => {
  if (!existsSync(file)) return "is gone"
  return blobOf(readFileSync(file), blob) === blob ? undefined : "was changed"
}

/** What was ever added below specs/published on the main branch, and is gone or was changed since. */
export const whatWasNotKept = (specs: string, { steps }: History): ReadonlyArray<Problem> => {
  const first = new Map<string, (typeof steps)[number]>()
  for (const step of steps) {
    if (step.path.startsWith("published/") && !first.has(step.path)) first.set(step.path, step)
  }
  return [...first.values()].flatMap(({ path, commit, day, blob }): ReadonlyArray<Problem> => {
    const fate = blob === undefined ? undefined : fateOf(join(specs, path), blob)
    if (fate === undefined) return []
    return [
      {
        rule: "tampered-release",
        wrong: `specs/${path} ${fate}; main has had it since ${day}, and what was published never changes or goes.`,
        fix: `Restore it: git checkout ${commit.slice(0, 10)} -- specs/${path}. A change goes into a later version.`
      }
    ]
  })
}
