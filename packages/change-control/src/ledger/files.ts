import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { parse } from "yaml"
import { documentNames, documents } from "../documents.ts"
import type { DocumentName } from "../documents.ts"
import type { Entry } from "./Entry.ts"
import type { Documents } from "./judge.ts"
import type { Problem } from "./Problem.ts"
import { compareVersions, versionPattern } from "./version.ts"

/** specs/published/<version>/release.json, beside the documents and SHA256SUMS. */
export interface Release {
  readonly version: string
  /** The day on which it was published. */
  readonly published: string
  /** The entries of the ledger that came into force with it. */
  readonly entries: ReadonlyArray<string>
}

/** An entry, with what follows from it. */
export interface LedgerEntry extends Entry {
  /** Whom it concerns: partners, funds. */
  readonly readers: ReadonlyArray<string>
  /** The version that brought it; undefined while it is announced only. */
  readonly release: string | undefined
}

const json = (file: string): any => JSON.parse(readFileSync(file, "utf8"))

/** All releases, the newest first. */
export const readReleases = (specs: string): ReadonlyArray<Release> => {
  const folder = join(specs, "published")
  const versions = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => versionPattern.test(name))
  return versions
    .toSorted(compareVersions)
    .toReversed()
    .map((version) => json(join(folder, version, "release.json")))
}

/** The documents of a folder, one bundle each. */
export const readDocuments = (folder: string): Documents =>
  Object.fromEntries(documentNames.map((name) => [name, json(join(folder, `${name}.json`))])) as Documents

const namesOf = (specs: string): ReadonlyArray<string> => {
  const folder = join(specs, "changes")
  return (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".yaml")).toSorted()
}

/** Every entry that can be read, and what is wrong with the others. */
export const readEntries = (
  specs: string
): { readonly entries: ReadonlyArray<Entry>; readonly problems: ReadonlyArray<Problem> } => {
  const valid = new Ajv2020({ strict: false, allErrors: true }).compile<Entry>(
    json(join(specs, "change-entry.schema.json"))
  )
  const entries: Array<Entry> = []
  const problems: Array<Problem> = []
  for (const name of namesOf(specs)) {
    const wrong = (what: string) =>
      problems.push({
        rule: "unreadable-entry",
        wrong: `specs/changes/${name}: ${what}.`,
        mend: "Mend it by specs/change-entry.schema.json."
      })
    try {
      const entry: unknown = parse(readFileSync(join(specs, "changes", name), "utf8"))
      if (!valid(entry)) {
        const [error] = valid.errors ?? []
        wrong(`${error?.instancePath || "the entry"} ${error?.message ?? "doesn't fit"}`)
      } else if (`${entry.id}.yaml` !== name) wrong(`its id is ${entry.id}, and its file isn't named for it`)
      else entries.push(entry)
    } catch {
      wrong("it isn't YAML")
    }
  }
  return { entries, problems }
}

/**
 * The ledger for those who publish it: the newest in force first. Throws if an entry can't be read; `pnpm check` says
 * which and why.
 */
export const readLedger = (specs: string): ReadonlyArray<LedgerEntry> => {
  const { entries, problems } = readEntries(specs)
  if (problems[0] !== undefined) throw new Error(`${problems[0].wrong} ${problems[0].mend}`)
  const releases = readReleases(specs)
  return entries
    .map((entry): LedgerEntry => {
      const concerned = (Object.keys(entry.documents) as ReadonlyArray<DocumentName>).map((name) => {
        const { readers, noticed } = documents[name]
        return readers[noticed]
      })
      const release = releases.find((release) => release.entries.includes(entry.id))?.version
      return { ...entry, readers: [...new Set(concerned)].toSorted(), release }
    })
    .toSorted((a, b) => b.in_force.localeCompare(a.in_force) || a.id.localeCompare(b.id))
}

/** A line of SHA256SUMS for each file, as `sha256sum -c` reads it. */
export const digestsOf = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([name, text]) => `${createHash("sha256").update(text).digest("hex")}  ${name}\n`)
    .join("")

/** Releases that are no longer what was published. */
export const tamperedReleases = (specs: string): ReadonlyArray<Problem> =>
  readReleases(specs).flatMap(({ version }): ReadonlyArray<Problem> => {
    const folder = join(specs, "published", version)
    const names = [...documentNames.map((name) => `${name}.json`), "release.json"]
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
    if (readFileSync(join(folder, "SHA256SUMS"), "utf8") === digestsOf(files)) return []
    return [
      {
        rule: "tampered-release",
        wrong: `specs/published/${version} is not what was published: its digests differ.`,
        mend: "Restore the folder; what has to change goes into a later version."
      }
    ]
  })
