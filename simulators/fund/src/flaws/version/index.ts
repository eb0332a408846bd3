import type { Flaw } from "../Flaw.ts"
import { unversionedPaths } from "./unversionedPaths.ts"

export const version: ReadonlyArray<Flaw> = [unversionedPaths]
