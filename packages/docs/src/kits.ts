/** The conformance kits, and the servers that the tests hold them to, as the docs show them. */
import { kit as fundCheck } from "@embedded-super/check/fund"
import { sentences as ofFunds } from "@embedded-super/check/fund/fleet/sentences"
import { flaws as fundFlaws } from "@embedded-super/fund-simulator/flaws"
import { variants as fundVariants } from "@embedded-super/fund-simulator/variants"
import { groups as partnerGroups } from "@embedded-super/check/partner"
import { sentences as ofPartners } from "@embedded-super/check/partner/fleet/sentences"
import { flaws as partnerFlaws } from "@embedded-super/partner-simulator/flaws"
import { variants as partnerVariants } from "@embedded-super/partner-simulator/variants"
import type { Mistake, ShownKit } from "./catalogues/checks.ts"
import { otherTools } from "./catalogues/otherTools.ts"

/** The flaws, each with what the kit says of it. */
const found = (
  flaws: ReadonlyArray<Omit<Mistake, "finding">>,
  findings: Readonly<Record<string, string>>
): ReadonlyArray<Mistake> => flaws.map((flaw) => ({ ...flaw, finding: findings[flaw.name] ?? "" }))

export const kits: ReadonlyArray<ShownKit> = [
  {
    name: "fund-check",
    simulator: "fund-sim",
    groups: fundCheck.groups,
    mistakes: found(fundFlaws, ofFunds),
    correct: fundVariants.length,
    otherTools
  },
  {
    name: "partner-check",
    simulator: "partner-sim",
    groups: partnerGroups,
    mistakes: found(partnerFlaws, ofPartners),
    correct: partnerVariants.length,
    otherTools: undefined
  }
]
