import type { ChangeClass } from "../Change.ts"
import type { DocumentName } from "../documents.ts"

/** Something that is given up: an operation, or a field of a schema. */
export interface Deprecation {
  readonly document: DocumentName
  /** An operationId. */
  readonly operation?: string
  /** A named schema, with `property`. */
  readonly schema?: string
  readonly property?: string
  /** When it ends, as a day: `2027-06-01`. */
  readonly sunset?: string
}

/** An entry of the ledger, specs/changes/<id>.yaml. Days are written `2026-11-22` and begin at midnight UTC. */
export interface Entry {
  readonly id: string
  readonly announced: string
  readonly in_force: string
  readonly class: ChangeClass
  readonly summary: string
  /** JSON Pointers into the bundled documents; each covers all that stands below it. */
  readonly documents: Readonly<Partial<Record<DocumentName, ReadonlyArray<string>>>>
  /** Markdown. */
  readonly migration?: string
  readonly deprecates?: ReadonlyArray<Deprecation>
}

const day = 86_400_000

/** How many days lie between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day)

/** The day so many days later. */
export const daysAfter = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** The notice that section 9 of the description promises, in days. */
export const notice: Readonly<Record<ChangeClass, number>> = { compatible: 30, breaking: 90 }
