import type { FundCheck } from "../../FundUnderTest.ts"
import { versionInPath } from "./versionInPath.ts"

export const version: ReadonlyArray<FundCheck> = [versionInPath]
