/** The conformance kits and the fleets that measure them, as the docs show them. */
import { kit as fundCheck } from "@embedded-super/check/fund"
import { sentences as ofFunds } from "@embedded-super/check/fund/fleet/sentences"
import { flaws as fundFlaws } from "@embedded-super/fund-simulator/flaws"
import { groups as partnerGroups } from "@embedded-super/check/partner"
import { sentences as ofPartners } from "@embedded-super/check/partner/fleet/sentences"
import { flaws as partnerFlaws } from "@embedded-super/partner-simulator/flaws"
import type { ShownKit } from "./catalogues/checks.ts"

export const kits: ReadonlyArray<ShownKit> = [
  {
    name: "fund-check",
    simulator: "fund-sim",
    groups: fundCheck.groups,
    mistakes: fundFlaws,
    sentences: ofFunds
  },
  {
    name: "partner-check",
    simulator: "partner-sim",
    groups: partnerGroups,
    mistakes: partnerFlaws,
    sentences: ofPartners
  }
]
