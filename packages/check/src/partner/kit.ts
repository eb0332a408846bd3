import type { Kit } from "../check/Check.ts"
import { groups } from "./checks/index.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"
import { version } from "../version.ts"

/** All checks of a partner. Most of their time is waiting: each has entities of its own, so groups may overlap. */
export const kit: Kit<PartnerUnderTest> = { name: "partner-check", version, groups, groupsOverlap: true }
