import type { Flaw } from "../Flaw.ts"

export const time: ReadonlyArray<Flaw> = []
