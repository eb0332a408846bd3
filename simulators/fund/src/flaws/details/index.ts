import type { Flaw } from "../Flaw.ts"

export const details: ReadonlyArray<Flaw> = []
