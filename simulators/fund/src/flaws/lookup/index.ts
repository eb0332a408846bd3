import type { Flaw } from "../Flaw.ts"

export const lookup: ReadonlyArray<Flaw> = []
