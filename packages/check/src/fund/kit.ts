import type { Kit } from "../check/Check.ts"
import { groups } from "./checks/index.ts"
import type { FundUnderTest } from "./FundUnderTest.ts"
import { version } from "../version.ts"

/** All checks of a fund. */
export const kit: Kit<FundUnderTest> = { name: "fund-check", version, groups }
