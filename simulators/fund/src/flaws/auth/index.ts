import type { Flaw } from "../Flaw.ts"

export const auth: ReadonlyArray<Flaw> = []
