import { TfnExemptionType } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, together } from "../shared/answers.ts"
import { EXEMPTION_HINT } from "../shared/parts.ts"
import { judgeRegistered, registered, registers } from "../shared/registering.ts"
import { memberNumberIn, sameNumberAs, usableNumberIn } from "./memberNumbers.ts"

const FIFTEEN_YEARS = 15 * 366 * 86_400_000

/** A fund may compare the exemption with the age. */
const births: { readonly [Type in TfnExemptionType]?: { readonly date_of_birth: string } } = {
  pensioner: { date_of_birth: "1953-03-09" },
  under_eighteen: { date_of_birth: new Date(Date.now() - FIFTEEN_YEARS).toISOString().slice(0, 10) }
}

const acceptsExemptions: NonNullable<FundCheck["appliesTo"]> = (fund) => {
  const may = registers(fund)
  if (may !== true) return may
  return fund.profile.tfn_exemptions_accepted || "The profile accepts no TFN exemptions."
}

export const exemptions: FundCheck = {
  id: "REGISTER-2.3-12",
  level: "MUST",
  requirement: "R-2.3-18",
  title: "A person with a TFN exemption is registered, if the profile accepts exemptions.",
  hint: EXEMPTION_HINT,
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: acceptsExemptions,
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

/** Two days of birth: these persons differ in everything, except that nobody has a tax file number. */
const otherBirths: typeof births = {
  pensioner: { date_of_birth: "1955-11-21" },
  under_eighteen: {
    date_of_birth: new Date(Date.now() - FIFTEEN_YEARS - 33 * 86_400_000).toISOString().slice(0, 10)
  }
}

const areTwo = (fund: FundUnderTest, tfn_exemption_type: TfnExemptionType): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const one = yield* registered(fund, { tfn_exemption_type, ...births[tfn_exemption_type] })
    if ("outcome" in one) return one.outcome
    const other = yield* registered(fund, { tfn_exemption_type, ...otherBirths[tfn_exemption_type] })
    if ("outcome" in other) return other.outcome
    const number = usableNumberIn(other.answer)
    if (number === undefined) return notObserved("The answer has no usable member number.")
    return number === memberNumberIn(one.answer)
      ? failed(other.answer, {
          cause: `The fund takes two persons with the TFN exemption ${tfn_exemption_type} for one member.`,
          expected: "A member number of its own for each of them.",
          actual: sameNumberAs(one.answer),
          root: "exempt persons are one member"
        })
      : pass
  })

export const exemptPersons: FundCheck = {
  id: "REGISTER-2.4-8",
  level: "MUST",
  requirement: "R-2.4-3",
  title: "Two persons with the same TFN exemption have two member numbers.",
  hint: "Where there is no tax file number, tell persons apart by name and date of birth: an empty number, or the kind of exemption, is nobody's mark.",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  restsOn: ["REGISTER-2.4-6"],
  appliesTo: acceptsExemptions,
  run: (fund) => together(TfnExemptionType.literals, (type) => areTwo(fund, type))
}
