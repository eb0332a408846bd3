import { TfnExemptionType } from "@embedded-super/contracts/schemas"
import type { FundCheck } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { judgeRegistered, registers } from "../shared/registering.ts"

export const exemptions: FundCheck = {
  id: "REGISTER-2.3-12",
  level: "MUST",
  requirement: "R-2.3-18",
  title: "A person with a TFN exemption is registered, if the profile accepts exemptions.",
  hint: "Take tfn_exemption_type in place of tfn, with each of its four values; or set tfn_exemptions_accepted to false in the profile.",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: (fund) => {
    const may = registers(fund)
    if (may !== true) return may
    return fund.profile.tfn_exemptions_accepted || "The profile accepts no TFN exemptions."
  },
  run: (fund) =>
    together(TfnExemptionType.literals, (tfn_exemption_type) =>
      judgeRegistered(fund, {
        person: {
          tfn_exemption_type,
          ...(tfn_exemption_type === "under_eighteen" ? { date_of_birth: "2011-05-17" } : {})
        },
        what: `the TFN exemption ${tfn_exemption_type}`
      })
    )
}
