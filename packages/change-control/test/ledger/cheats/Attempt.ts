import type { SpecsFolder } from "../SpecsFolder.ts"

/** What a cheat lies about. */
export const kinds = [
  "date",
  "class",
  "place",
  "version",
  "baseline",
  "entry",
  "key kind",
  "deletion"
] as const
export type Kind = (typeof kinds)[number]

/** One attempt to get a change past the ledger, at release 1.0.0 of 2026-01-01. Today is 2026-06-01. */
export interface Attempt {
  readonly kind: Kind
  readonly attempt: string
  readonly play: (specs: SpecsFolder) => void
  /** Words of the reason. */
  readonly because: string
  /** Which command refuses it; `check` by default. */
  readonly by?: "publish"
}

export const attempts = (
  kind: Kind,
  table: ReadonlyArray<
    readonly [attempt: string, because: string, play: (specs: SpecsFolder) => void, by?: "publish"]
  >
): ReadonlyArray<Attempt> =>
  table.map(([attempt, because, play, by]) => ({ kind, attempt, because, play, ...(by && { by }) }))
