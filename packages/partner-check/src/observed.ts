import type { Kit } from "@embedded-super/conformance/check/Check"
import { errorOfKit, notObserved } from "@embedded-super/conformance/check/outcomes"
import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"

/**
 * A busy receiver may accept or refuse a delivery later: that proves nothing, and the check is not observed. A certifying run
 * skips nothing, so there it isn't finished.
 */
export const observed = (kit: Kit<PartnerUnderTest>, mode: CheckMode): Kit<PartnerUnderTest> => ({
  ...kit,
  groups: kit.groups.map((group) => ({
    ...group,
    checks: group.checks.map((check) => ({
      ...check,
      run: (partner) =>
        Effect.map(check.run(partner), (outcome) => {
          const busy = partner.busy()
          if (busy === undefined) return outcome
          return (mode === "certify" ? errorOfKit : notObserved)(`The receiver was busy (${busy.status}).`)
        })
    }))
  }))
})
