/**
 * Correct funds that differ from the plain simulator as far as the description allows. No check may fail or warn on one:
 * they are how the kit knows that it condemns nobody who is right.
 */
import type { OtherFund } from "../flaws/Flaw.ts"

export type Variant = OtherFund

export const variants: ReadonlyArray<Variant> = []
