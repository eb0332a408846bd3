import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ValidateFunction } from "ajv/dist/2020.js"
import { Ajv2020 } from "ajv/dist/2020.js"
import { parse } from "yaml"
import { isDay, type Entry } from "./Entry.ts"
import type { Problem } from "./Problem.ts"
import type { DocumentName } from "../documents.ts"
import { documents } from "../documents.ts"
import { readReleases } from "./releases.ts"

const namesOf = (specs: string): ReadonlyArray<string> => {
  const folder = join(specs, "changes")
  return (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".yaml")).toSorted()
}

/** The days of an entry that no calendar has. */
const impossibleDays = (entry: Entry): ReadonlyArray<string> =>
  [entry.announced, entry.in_force, ...(entry.deprecates ?? []).flatMap(({ sunset }) => sunset ?? [])].filter(
    (day) => !isDay(day)
  )

/** By the schema's text: compiling it takes longer than all else of a check. */
const validators = new Map<string, ValidateFunction<Entry>>()

const validatorOf = (schema: string): ValidateFunction<Entry> => {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = new Ajv2020({ strict: false, allErrors: true }).compile<Entry>(JSON.parse(schema))
  validators.set(schema, made)
  return made
}

/** Every entry that can be read, and what is wrong with the others. */
export const readEntries = (
  specs: string
): { readonly entries: ReadonlyArray<Entry>; readonly problems: ReadonlyArray<Problem> } => {
  const valid = validatorOf(readFileSync(join(specs, "change-entry.schema.json"), "utf8"))
  const entries: Array<Entry> = []
  const problems: Array<Problem> = []
  for (const name of namesOf(specs)) {
    const wrong = (what: string) =>
      problems.push({
        rule: "unreadable-entry",
        wrong: `specs/changes/${name}: ${what}.`,
        fix: "Correct it by specs/change-entry.schema.json."
      })
    try {
      const entry: unknown = parse(readFileSync(join(specs, "changes", name), "utf8"))
      if (!valid(entry)) {
        const [error] = valid.errors ?? []
        wrong(`${error?.instancePath || "the entry"} ${error?.message ?? "doesn't fit"}`)
        continue
      }
      const [impossible] = impossibleDays(entry)
      if (`${entry.id}.yaml` !== name) wrong(`its id is ${entry.id}, and its file isn't named for it`)
      else if (impossible !== undefined) wrong(`the calendar has no ${impossible}`)
      else entries.push(entry)
    } catch {
      wrong("it isn't YAML")
    }
  }
  return { entries, problems }
}

/** An entry, with what follows from it. */
export interface LedgerEntry extends Entry {
  /** Whom it concerns: partners, funds. */
  readonly readers: ReadonlyArray<string>
  /** The version that brought it; undefined while it is announced only. */
  readonly release: string | undefined
}

const documentsOf = (entry: Entry): ReadonlyArray<DocumentName> => [
  ...(Object.keys(entry.changes) as ReadonlyArray<DocumentName>),
  ...(entry.deprecates ?? []).map(({ document }) => document)
]

/**
 * The ledger for those who publish it: the newest in force first. Throws if an entry can't be read; `pnpm check` says
 * which and why.
 */
export const readLedger = (specs: string): ReadonlyArray<LedgerEntry> => {
  const { entries, problems } = readEntries(specs)
  if (problems[0] !== undefined) throw new Error(`${problems[0].wrong} ${problems[0].fix}`)
  const releases = readReleases(specs)
  return entries
    .map((entry): LedgerEntry => {
      const concerned = documentsOf(entry).map((name) => {
        const { readers, noticed } = documents[name]
        return readers[noticed]
      })
      const release = releases.find((release) => release.entries.includes(entry.id))?.version
      return { ...entry, readers: [...new Set(concerned)].toSorted(), release }
    })
    .toSorted((a, b) => b.in_force.localeCompare(a.in_force) || a.id.localeCompare(b.id))
}
