import type { Flaw } from "../Flaw.ts"

export const tls: ReadonlyArray<Flaw> = []
