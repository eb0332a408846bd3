import type { Flaw } from "../Flaw.ts"

export const schema: ReadonlyArray<Flaw> = []
