import type { Flaw } from "../Flaw.ts"
import { unreached } from "./unreached.ts"

export const call: ReadonlyArray<Flaw> = [...unreached]
