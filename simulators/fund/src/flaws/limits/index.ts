import type { Flaw } from "../Flaw.ts"

export const limits: ReadonlyArray<Flaw> = []
