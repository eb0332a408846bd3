import * as Effect from "effect/Effect"
import { fail, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { byApi } from "./accepted.ts"

export const ownPath: FundCheck = {
  id: "DETAILS-4.2-8",
  level: "MUST",
  requirement: "R-4.2-17",
  title: "Employer details have an address that no other operation has.",
  hint: "Serve employer details at a path of their own, for example /v1/employer_details.",
  modes: ["dev", "certify", "probe"],
  appliesTo: byApi,
  independent: true,
  run: (fund) =>
    Effect.sync(() => {
      const own = fund.addressOf("details")?.href
      const isShared = [fund.addressOf("lookup"), fund.addressOf("registration")].some(
        (address) => address?.href === own
      )
      return isShared
        ? fail({
            cause: "Employer details have the address of another operation.",
            expected: "A separate address.",
            actual: "The same address."
          })
        : pass
    })
}
