import type { Flaw } from "../Flaw.ts"

export const list: ReadonlyArray<Flaw> = []
