/** The conformance kits, and the servers that the tests hold them to, as the docs show them. */
import { kit as fundCheck } from "@embedded-super/check/fund"
import { flaws as fundFlaws } from "@embedded-super/fund-simulator/flaws"
import { variants as fundVariants } from "@embedded-super/fund-simulator/variants"
import { groups as partnerGroups } from "@embedded-super/check/partner"
import { flaws as partnerFlaws } from "@embedded-super/partner-simulator/flaws"
import { variants as partnerVariants } from "@embedded-super/partner-simulator/variants"
import type { ShownKit } from "./catalogues/checks.ts"
import { otherTools } from "./catalogues/otherTools.ts"

export const kits: ReadonlyArray<ShownKit> = [
  {
    name: "fund-check",
    simulator: "fund-sim",
    groups: fundCheck.groups,
    mistakes: fundFlaws,
    correct: fundVariants.length,
    otherTools
  },
  {
    name: "partner-check",
    simulator: "partner-sim",
    groups: partnerGroups,
    mistakes: partnerFlaws,
    correct: partnerVariants.length,
    otherTools: undefined
  }
]
