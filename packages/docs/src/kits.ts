/** The conformance kits, and the servers that the tests hold them to, as the docs show them. */
import { kit as fundCheck } from "@embedded-super/check/fund"
import { faults as fundFaults } from "@embedded-super/fund-simulator/faults"
import { variants as fundVariants } from "@embedded-super/fund-simulator/variants"
import { kit as partnerCheck } from "@embedded-super/check/partner"
import { faults as partnerFaults } from "@embedded-super/partner-simulator/faults"
import { variants as partnerVariants } from "@embedded-super/partner-simulator/variants"
import type { ShownKit } from "./catalogues/checks.ts"
import { otherTools } from "./catalogues/otherTools.ts"

export const kits: ReadonlyArray<ShownKit> = [
  {
    name: "fund-check",
    simulator: "fund-sim",
    groups: fundCheck.groups,
    fixes: fundCheck.fixes,
    mistakes: fundFaults,
    correct: fundVariants.length,
    otherTools
  },
  {
    name: "partner-check",
    simulator: "partner-sim",
    groups: partnerCheck.groups,
    fixes: partnerCheck.fixes,
    mistakes: partnerFaults,
    correct: partnerVariants.length,
    otherTools: undefined
  }
]
