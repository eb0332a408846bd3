import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Kit } from "../check/Check.ts"
import { eachRun, notMade } from "../check/eachRun.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"

/** A busy receiver may accept or refuse a delivery later: that proves nothing. */
export const observed = (kit: Kit<PartnerUnderTest>, mode: CheckMode): Kit<PartnerUnderTest> =>
  eachRun(kit, (run, partner) =>
    Effect.map(run, (outcome) => {
      const busy = partner.busy()
      return busy === undefined ? outcome : notMade(mode, `The receiver was busy (${busy.status}).`)
    })
  )
