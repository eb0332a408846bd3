import type { Flaw } from "../Flaw.ts"

export const privacy: ReadonlyArray<Flaw> = []
