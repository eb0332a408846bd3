import type * as S from "@embedded-super/contracts/schemas"

/** The addresses of pages, forms and files: the service and each simulator serve the same parts at their own. */
export interface Paths {
  /** The page with the time line. */
  readonly timeLine: string
  /** GET with the query of the time line: `timeLineParts` alone, which the script fetches. */
  readonly rows: string
  /** Before `/{seq}`, the page of an entry. POST to `/{seq}/again` sends it again. */
  readonly entries: string
  /** Before `/{id}`, the page of a thing; left out, ids filter the time line instead. */
  readonly things?: string
  /** Where the levers' forms are sent; left out, no page points to levers. */
  readonly levers?: string
  /** The page that checks funds and receivers, each below the fragment of its name; left out, none does. */
  readonly checks?: string
  /** The page whose form makes a scene; left out, none is made here. */
  readonly scenes?: string
  /** Before `/style.css` and `/script.js`. */
  readonly files: string
  /** Server-sent events that announce entries; left out, the script polls. */
  readonly stream?: string
}

/** One link of the navigation. */
export interface Place {
  readonly path: string
  readonly name: string
}

/** The values that all pages of one program share. */
export interface Frame {
  /** Whose page it is, for people. */
  readonly name: string
  readonly paths: Paths
  readonly places: ReadonlyArray<Place>
  /** The programs and the clock; a simulator names itself alone. */
  readonly workbench: S.Workbench
  /** Names in entries that are no program of this machine's, and what each plays: a simulator's callers. */
  readonly others?: Readonly<Record<string, S.TimelineSource>>
  /** Where a newcomer begins, for example Wattle Payroll. */
  readonly start?: { readonly text: string; readonly url: string }
  readonly docs?: string
  /** The places where the filter's text is looked for, in words; by default sentences and paths. */
  readonly searched?: string
  /** The IANA time zone in which times are shown; left out, the machine's. */
  readonly zone?: string
}

/** The link to everything about a thing. */
export const thingPath = ({ paths }: Pick<Frame, "paths">, id: string): string =>
  paths.things === undefined
    ? `${paths.timeLine}?about=${encodeURIComponent(id)}`
    : `${paths.things}/${encodeURIComponent(id)}`

export const entryPath = ({ paths }: Pick<Frame, "paths">, { seq }: Pick<S.TimelineEntry, "seq">): string =>
  `${paths.entries}/${seq}`
