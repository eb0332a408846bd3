import type { Flaw } from "../Flaw.ts"

export const transport: ReadonlyArray<Flaw> = []
