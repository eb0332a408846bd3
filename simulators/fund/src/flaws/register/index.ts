import type { Flaw } from "../Flaw.ts"
import { apostropheRefused } from "./apostropheRefused.ts"

export const register: ReadonlyArray<Flaw> = [apostropheRefused]
