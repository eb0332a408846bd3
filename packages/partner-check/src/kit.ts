import type { Kit } from "@embedded-super/conformance/check/Check"
import { groups } from "./checks/index.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"
import { version } from "./version.ts"

/** All checks of a partner. */
export const kit: Kit<PartnerUnderTest> = { name: "partner-check", version, groups }
