import type { Flaw } from "../Flaw.ts"
import { failingCalls } from "./failingCalls.ts"

export const time: ReadonlyArray<Flaw> = [...failingCalls]
