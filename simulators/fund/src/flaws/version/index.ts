import type { Flaw } from "../Flaw.ts"

export const version: ReadonlyArray<Flaw> = []
