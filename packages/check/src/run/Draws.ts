import type { CheckMode } from "@embedded-super/contracts/schemas"

/** How a check draws its cases. Two checks of a run draw from different seeds, in every order of running. */
export interface Draws {
  readonly seed: number
  readonly mode: CheckMode
}

/** FNV-1a: spreads texts that differ in one digit. */
export const fnv1a = (text: string, seed = 0): number => {
  let hash = 0x811c9dc5 ^ seed
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash
}

/** A seed of its own for each check, so that a selection or another order changes no check's cases. */
export const drawsOf = (seed: number, mode: CheckMode, checkId: string): Draws => ({
  seed: fnv1a(checkId, seed) >>> 1,
  mode
})

/** The same draws, and whether a check has used them. */
export const watched = ({
  mode,
  seed
}: Draws): { readonly draws: Draws; readonly isDrawn: () => boolean } => {
  let drawn = false
  const draws = {
    mode,
    get seed() {
      drawn = true
      return seed
    }
  }
  return { draws, isDrawn: () => drawn }
}
