import type { Flaw } from "../Flaw.ts"

export const errors: ReadonlyArray<Flaw> = []
