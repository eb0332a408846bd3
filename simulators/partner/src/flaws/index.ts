/** The flaws of every group, for `partner-sim --flaw NAME` and the kill matrix. Loaded only where one is asked for. */
import type { Flaw } from "./Flaw.ts"

export type { Flaw, Group, Hooks, OtherPartner } from "./Flaw.ts"

export const flaws: ReadonlyArray<Flaw> = []
