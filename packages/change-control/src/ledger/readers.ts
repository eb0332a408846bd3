import type { DocumentName } from "../documents.ts"
import { documents } from "../documents.ts"
import type { Entry } from "./Entry.ts"
import { readEntries } from "./entries.ts"
import { readReleases } from "./releases.ts"

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
