import type { Change, ChangeClass } from "../Change.ts"
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

/** One change that an entry covers. */
export type Covered = Pick<Change, "kind" | "at" | "to" | "where">

/** An entry of the ledger, specs/changes/<id>.yaml. Days are written `2026-11-22` and begin at midnight UTC. */
export interface Entry {
  readonly id: string
  readonly announced: string
  readonly in_force: string
  readonly class: ChangeClass
  readonly summary: string
  /** Exactly the changes that it covers, by document. */
  readonly changes: Readonly<Partial<Record<DocumentName, ReadonlyArray<Covered>>>>
  /** Markdown. */
  readonly migration?: string
  readonly deprecates?: ReadonlyArray<Deprecation>
}

/** The notice that R-9-2 and R-9-3 promise, in days. */
export const notice: Readonly<Record<ChangeClass, number>> = { compatible: 30, breaking: 90 }

/** The file of an entry, for people. */
export const fileOf = ({ id }: Pick<Entry, "id">): string => `specs/changes/${id}.yaml`

const length = 86_400_000

/** Midnight UTC of a day such as `2026-11-22`. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Whether the calendar has such a day: `Date` takes 2026-02-31 as 3 March. */
export const isDay = (text: unknown): text is string =>
  typeof text === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(midnight(text)) &&
  dayOf(new Date(midnight(text))) === text

/** How many days lie between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / length)

/** The day so many days later. */
export const daysAfter = (from: string, days: number): string =>
  dayOf(new Date(midnight(from) + days * length))
