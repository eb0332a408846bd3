import { TfnExemptionType } from "@embedded-super/contracts/schemas"
import type { FundCheck } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { judgeRegistered, registers } from "../shared/registering.ts"

const FIFTEEN_YEARS = 15 * 366 * 86_400_000

/** A fund may compare the exemption with the age. */
const births: { readonly [Type in TfnExemptionType]?: { readonly date_of_birth: string } } = {
  pensioner: { date_of_birth: "1953-03-09" },
  under_eighteen: { date_of_birth: new Date(Date.now() - FIFTEEN_YEARS).toISOString().slice(0, 10) }
}

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
          ...births[tfn_exemption_type]
        },
        what: `the TFN exemption ${tfn_exemption_type}`
      })
    )
}
