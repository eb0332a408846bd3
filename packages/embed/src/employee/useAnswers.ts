import { useWords } from "../frame/context.ts"
import { shownAbn } from "../parts/FundFacts.tsx"
import { shownBsb, shownDay, shownPhone } from "../parts/shown.ts"
import type { EmployeeView } from "./screens.ts"
import { lastDigits, useWarnings } from "./values.ts"

/** An answer as the review shows it. */
export interface Answer {
  readonly label: string
  readonly text: string
  readonly warning?: string | undefined
}

/** A label and its text; nothing where there is no text. */
const row = (label: string, text: string | undefined, warning?: string): ReadonlyArray<Answer> =>
  text === undefined || text === "" ? [] : [{ label, text, warning: warning === "" ? undefined : warning }]

const joined = (separator: string, ...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join(separator)

/** Everything that the employee has answered, by step. A tax file number is shown by its last digits. */
export const useAnswers = (view: EmployeeView) => {
  const words = useWords()
  const {
    contact: contactWords,
    fields,
    fund,
    identity: who,
    review,
    smsf: own,
    tax: taxWords
  } = words.employee
  const { contact, identity, super_selection: choice, tax } = view.collected
  const about = useWarnings(view, "identity")
  const reach = useWarnings(view, "contact")
  const pay = useWarnings(view, "super_selection")
  const title =
    identity?.title === "other" ? identity.title_other : identity?.title && who.titles[identity.title]
  const name = joined(" ", identity?.given_name, identity?.middle_name, identity?.family_name)
  const gender =
    identity?.gender === "other" ? identity.gender_other : identity?.gender && who.genders[identity.gender]
  const address = contact?.address
  const product = choice?.fund_product
  const selfManaged = choice?.self_managed_super_fund
  const unlisted = choice?.unlisted_fund
  const at = "/self_managed_super_fund"
  return {
    identity: [
      ...row(review.name, title === undefined ? name : review.titled(title, name)),
      ...row(fields.other_name, joined(" ", identity?.previous_given_name, identity?.previous_family_name)),
      ...row(fields.date_of_birth, identity && shownDay(identity.date_of_birth), about("/date_of_birth")),
      ...row(fields.gender, gender)
    ],
    contact: [
      ...row(fields.email, contact?.email),
      ...row(fields.phone_number, contact && shownPhone(contact.phone_number), reach("/phone_number")),
      ...row(
        contactWords.address,
        address &&
          joined(
            ", ",
            address.address_line_2,
            address.address_line_1,
            `${address.locality} ${address.state} ${address.postcode}`
          ),
        joined(" ", reach("/address/postcode"), reach("/address/address_line_1"))
      )
    ],
    tax: row(
      fields.tfn,
      tax?.tfn_masked === undefined
        ? review.noTfn(tax?.tfn_exemption_type && taxWords.reasons[tax.tfn_exemption_type])
        : review.tfnMasked(lastDigits(tax.tfn_masked))
    ),
    super_selection: [
      ...row(review.how, choice && review.sources[choice.source]),
      ...row(review.fund, product && joined(", ", product.fund_name, product.name)),
      ...row(review.fund, unlisted?.fund_name, pay("/unlisted_fund")),
      ...row(own.abn, unlisted && shownAbn(unlisted.abn)),
      ...row(review.fund, selfManaged?.fund_name, pay("/source")),
      ...row(own.abn, selfManaged && shownAbn(selfManaged.fund_abn), pay(`${at}/fund_abn`)),
      ...row(own.esa, selfManaged?.fund_electronic_service_address),
      ...row(
        own.bankPart,
        selfManaged &&
          joined(
            ", ",
            shownBsb(selfManaged.bank_account_bsb),
            selfManaged.bank_account_number,
            selfManaged.bank_account_name
          )
      ),
      ...row(own.memberName, selfManaged?.member_name),
      ...row(fund.memberNumber, choice?.member_number ?? selfManaged?.member_number)
    ]
  }
}
