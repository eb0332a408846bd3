/** Correct partners that differ as far as the description allows, for `partner-sim --variant NAME`. */
import type { OtherPartner } from "../flaws/Flaw.ts"

export const variants: ReadonlyArray<OtherPartner> = []
