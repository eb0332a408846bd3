import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { documentNames } from "../documents.ts"
import type { DocumentName } from "../documents.ts"
import type { Json } from "../json.ts"
import type { Problem } from "./Problem.ts"
import type { ChangeClass } from "../Change.ts"

type Version = readonly [major: number, minor: number, patch: number]

/** Three numbers, as Semantic Versioning writes them: each version in one way only. */
export const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

const parse = (version: string): Version => {
  const [major = 0, minor = 0, patch = 0] = (versionPattern.exec(version) ?? []).slice(1).map(Number)
  return [major, minor, patch]
}

export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [parse(a), parse(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/** From version 1.0 on, notice periods bind. */
export const isBound = (version: string): boolean => parse(version)[0] >= 1

/** The lowest version that may follow: a breaking change raises the major version, before 1.0 the minor. */
export const nextVersion = (version: string, change: ChangeClass): string => {
  const [major, minor, patch] = parse(version)
  if (change === "compatible") return `${major}.${minor}.${patch + 1}`
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
}

/** The documents by name; one that isn't there is undefined. */
export type Documents = Readonly<Partial<Record<DocumentName, Json>>>

/** specs/published/<version>/release.json, beside the documents (`<name>.json.gz`) and SHA256SUMS. */
export interface Release {
  readonly version: string
  /** The day on which it was published. */
  readonly published: string
  /** Whether the notice periods bind what follows it. 0.1.0 is older than this field. */
  readonly binding?: boolean
  /** The entries of the ledger that came into force with it. */
  readonly entries: ReadonlyArray<string>
}

const json = (file: string): any => JSON.parse(readFileSync(file, "utf8"))

/** The names in specs/published, the oldest version first; names that aren't versions come first of all. */
const namesOfReleases = (specs: string): ReadonlyArray<string> => {
  const folder = join(specs, "published")
  return (existsSync(folder) ? readdirSync(folder) : []).toSorted(compareVersions)
}

const readRelease = (folder: string): Release => json(join(folder, "release.json"))

/** All releases, the newest first. Throws if one can't be read; `pnpm check` says what is wrong. */
export const readReleases = (specs: string): ReadonlyArray<Release> =>
  namesOfReleases(specs)
    .filter((name) => versionPattern.test(name))
    .toReversed()
    .map((version) => readRelease(join(specs, "published", version)))

const documentsIn = (folder: string, ending: string, read: (file: string) => Json): Documents =>
  Object.fromEntries(
    documentNames
      .map((name) => [name, join(folder, `${name}${ending}`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => [name, read(file)])
  )

/** The bundled documents of a folder. */
export const readDocuments = (folder: string): Documents => documentsIn(folder, ".json", json)

/** The documents of a release. */
export const readReleasedDocuments = (folder: string): Documents =>
  documentsIn(folder, ".json.gz", (file) => JSON.parse(gunzipSync(readFileSync(file)).toString()))

/** Copies a bundled document into a release. It is compressed: nobody reads it there, and text would fill searches. */
export const keepDocument = (bundled: string, folder: string, name: DocumentName): void =>
  writeFileSync(join(folder, `${name}.json.gz`), gzipSync(readFileSync(join(bundled, `${name}.json`))))

/** The files that a release seals: its own, and the entries that it brought. By their path from its folder. */
export const sealedFiles = (folder: string, entries: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .toSorted(),
  ...entries.map((id) => `../../changes/${id}.yaml`).toSorted()
]

/** The lines of SHA256SUMS by the file that each names, as `sha256sum -c` reads them. */
const readDigests = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(join(folder, "SHA256SUMS"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(66), line.slice(0, 64)])
  )

/** The SHA-256 of a file's bytes, in hexadecimal; undefined if there is no such file. */
export const digestOf = (file: string): string | undefined =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? createHash("sha256").update(readFileSync(file)).digest("hex")
    : undefined

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
