import type { SpecsFolder } from "../SpecsFolder.ts"

/** A mistake in an announcement or a release, at release 1.0.0 of 2026-01-01. */
export interface Mistake {
  readonly mistake: string
  /** Words of the reason for which it is refused. */
  readonly because: string
  readonly make: (specs: SpecsFolder) => void
  /** Which command refuses it; `check` by default. */
  readonly by?: "publish"
}

export const mistakes = (
  table: ReadonlyArray<
    readonly [mistake: string, because: string, make: (specs: SpecsFolder) => void, by?: "publish"]
  >
): ReadonlyArray<Mistake> =>
  table.map(([mistake, because, make, by]) => ({ mistake, because, make, ...(by && { by }) }))
