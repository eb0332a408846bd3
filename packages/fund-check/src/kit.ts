import type { Kit } from "@embedded-super/conformance/check/Check"
import { groups } from "./checks/index.ts"
import type { FundUnderTest } from "./FundUnderTest.ts"
import { version } from "./version.ts"

/** All checks of a fund. */
export const kit: Kit<FundUnderTest> = { name: "fund-check", version, groups }
