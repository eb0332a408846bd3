import type { DocumentName, Reader } from "./documents.ts"
import { documents } from "./documents.ts"

/**
 * The effect on the set of values that a place allows. `narrower`: a value is no longer allowed, or something is newly required.
 * `wider`: a value is newly allowed, or something can no longer be relied on.
 */
export type Effect = "narrower" | "wider"

/** One difference of two schemas, before it is known who sends such values and who reads them. */
export interface Difference {
  /** A stable name: `property-removed`. */
  readonly kind: string
  /** Where a person finds it, as a JSON Pointer: in the newer document, or in the older one for a removed part. */
  readonly at: string
  /** A short description of the difference. */
  readonly says: string
  /** How far it goes, if that isn't clear from the place: the new bound, the value, the pattern. */
  readonly to?: string
  /** None for a difference that breaks no reader, such as a deprecation. */
  readonly effects: ReadonlyArray<Effect>
  /** It matters in requests only: a default in an answer has no effect. */
  readonly onlyInRequests?: boolean
  /** A new property that a fund's profile leaves out unless it asks for it. */
  readonly excludedByDefault?: boolean
}

export const both: ReadonlyArray<Effect> = ["narrower", "wider"]

/** The meaning of a change to a reader. */
export type ChangeClass = "compatible" | "breaking"

/** Whether values go to the implementers of a document, or come from them. */
export type Position = "request" | "response"

/** One change between two releases of a document, and what it means to each of its readers. */
export interface Change {
  readonly document: DocumentName
  /** A stable name: `property-removed`. */
  readonly kind: string
  /** A JSON Pointer: into the newer document, or into the older one for a removed part. */
  readonly at: string
  readonly says: string
  /** How far it goes, if that isn't clear from the place: the new bound, the value, the pattern. */
  readonly to?: string
  /** The operations, webhooks or files that it touches: `POST /v1/member_registration`. */
  readonly where: ReadonlyArray<string>
  readonly callers: ChangeClass
  readonly implementers: ChangeClass
  /** For those to whom notice is due: 30 days or 90. */
  readonly class: ChangeClass
}

/** A change of an operation itself, with its meaning said outright. */
export interface Finding {
  readonly kind: string
  readonly at: string
  readonly says: string
  readonly to?: string | undefined
  readonly breaks: ReadonlyArray<Reader>
}

export const worst = (classes: Iterable<ChangeClass>): ChangeClass =>
  [...classes].includes("breaking") ? "breaking" : "compatible"

/** Who sends values, and who reads them. */
const sides: Readonly<Record<Position, { readonly sends: Reader; readonly reads: Reader }>> = {
  request: { sends: "callers", reads: "implementers" },
  response: { sends: "implementers", reads: "callers" }
}

/**
 * The whole rule: a value that is no longer allowed breaks senders, and a value that is newly sent, or no longer sent,
 * breaks readers.
 */
export const judge = (
  document: DocumentName,
  position: Position,
  difference: Difference
): Finding | undefined => {
  const { kind, at, says, to, effects } = difference
  const { sends, reads } = sides[position]
  if (difference.onlyInRequests === true && position === "response") return undefined
  const spared =
    difference.excludedByDefault === true && documents[document].implementersChoose && position === "request"
  const breaks = [
    ...(effects.includes("narrower") ? [sends] : []),
    ...(effects.includes("wider") ? [reads] : [])
  ]
  return { kind, at, says, to, breaks: spared ? [] : breaks }
}

/** Gathers what was found in many operations: the same change in two of them is one, with the worst of both. */
export class Changes {
  readonly #document: DocumentName
  readonly #found = new Map<string, { finding: Finding; breaks: Set<Reader>; where: Set<string> }>()

  constructor(document: DocumentName) {
    this.#document = document
  }

  add(where: string, finding: Finding | undefined): void {
    if (finding === undefined) return
    const id = `${finding.kind} ${finding.at} ${finding.to}`
    const entry = this.#found.get(id) ?? { finding, breaks: new Set<Reader>(), where: new Set<string>() }
    for (const reader of finding.breaks) entry.breaks.add(reader)
    entry.where.add(where)
    this.#found.set(id, entry)
  }

  all(): ReadonlyArray<Change> {
    const document = this.#document
    const classFor = (breaks: ReadonlySet<Reader>, reader: Reader): ChangeClass =>
      breaks.has(reader) ? "breaking" : "compatible"
    return [...this.#found.values()]
      .map(({ finding: { kind, at, says, to }, breaks, where }): Change => ({
        document,
        kind,
        at,
        says,
        ...(to === undefined ? {} : { to }),
        where: [...where].toSorted(),
        callers: classFor(breaks, "callers"),
        implementers: classFor(breaks, "implementers"),
        class: classFor(breaks, documents[document].noticed)
      }))
      .toSorted((a, b) => `${a.at} ${a.kind} ${a.to}`.localeCompare(`${b.at} ${b.kind} ${b.to}`, "en"))
  }
}
