import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { SELF_MANAGED_DECLARATION } from "../employee-embed/texts.ts"
import type { ChosenSelfManagedFund, UnlistedFund } from "../super-selection/selfManagedFund.ts"
import type { StoredSelection } from "../super-selection/SelectionsRepo.ts"
import type { SessionRecord } from "../sessionProgress.ts"

export const Section = Schema.Struct({
  heading: Schema.String,
  /** Labels and their values. */
  rows: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  paragraph: Schema.optionalKey(Schema.String)
})
export interface Section extends Schema.Schema.Type<typeof Section> {}

/** The texts of a form, from top to bottom; they are stored, and `renderPdf` decides the layout. */
export const ChoiceForm = Schema.Struct({
  title: Schema.String,
  introduction: Schema.String,
  sections: Schema.Array(Section),
  /** Names the record that the form was made from. */
  footer: Schema.String
})
export interface ChoiceForm extends Schema.Schema.Type<typeof ChoiceForm> {}

/** The facts in the form that aren't in the session: the employer, and the default fund that it offered. */
interface FormSurroundings {
  readonly abn: S.Abn
  readonly employerDefault: FundProduct | undefined
}

/** The file name of a session's form, without the extension. */
export const choiceFormName = (id: S.OnboardingSessionId): string => `super-choice-form-${id}`

/** The source of the fund, in the words of the form. */
const CHOICES: { readonly [Source in S.SuperSelectionSource]: string } = {
  existing: "A super fund that I am a member of",
  stapled: "My stapled super fund, as the ATO knows it",
  partner_supplied: "A super fund that I am a member of",
  join_new: "A super fund that I join",
  employer_default: "My employer's default super fund",
  smsf: "My self-managed super fund (SMSF)"
}

const EXEMPTIONS: { readonly [Type in S.TfnExemptionType]: string } = {
  not_quoted: "Not given, as is the employee's right",
  pending: "Not given: applied for",
  pensioner: "Not given: the employee is a pensioner",
  under_eighteen: "Not given: the employee is under 18"
}

/** 51824753556 grouped for reading: 51 824 753 556. */
const readableAbn = (abn: S.Abn): string => abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")

const sydney = new Intl.DateTimeFormat("en-AU", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Australia/Sydney"
})

/** `21 November 2026 at 11:00 am`, with the formatter's narrow spaces replaced by ordinary ones. */
const momentInSydney = (moment: Date): string => sydney.format(moment).replaceAll(/[\u00a0\u202f]/g, " ")

const nameOf = (identity: S.Identity | null): string =>
  [identity?.given_name, identity?.middle_name, identity?.family_name]
    .filter((name) => name !== null && name !== undefined)
    .join(" ")

const taxFileNumber = ({ session, tfn }: SessionRecord): string => {
  if (tfn !== undefined) return `${tfn.masked} (given; masked here)`
  const { tax } = session.details
  // The employee gave a number, and the service destroyed it when its retention time ended.
  if (tax?.tfn_provided === true) return "Given (no longer kept)"
  const exemption = tax?.tfn_exemption_type ?? null
  return exemption === null ? "Not given" : EXEMPTIONS[exemption]
}

const memberNumber = (selection: StoredSelection): string => {
  const known = selection.membership?.member_number
  if (known !== undefined) return known
  return selection.consent_version === null
    ? "To be given by the fund"
    : "To be given by the fund: the employee joins it with this choice"
}

const regulatedFund = (record: SessionRecord, selection: StoredSelection, product: FundProduct): Section => ({
  heading: "3. The chosen super fund",
  rows: [
    ["Fund name", product.fund_name],
    ["Fund ABN", readableAbn(product.abn)],
    ["Product", product.name],
    ["Unique superannuation identifier (USI)", product.usi],
    ["Account name", nameOf(record.session.details.identity)],
    ["Member number", memberNumber(selection)]
  ]
})

const unlistedFund = (record: SessionRecord, selection: StoredSelection, fund: UnlistedFund): Section => ({
  heading: "3. The chosen super fund",
  rows: [
    ["Fund name", fund.fund_name],
    ["Fund ABN", readableAbn(fund.abn)],
    ["Unique superannuation identifier (USI)", fund.usi ?? "Not given"],
    ["Account name", nameOf(record.session.details.identity)],
    ["Member number", memberNumber(selection)],
    ["In the directory of funds", "No: the employer checks the fund before paying"]
  ]
})

const selfManagedFund = (fund: ChosenSelfManagedFund): Section => ({
  heading: "3. The chosen self-managed super fund (SMSF)",
  rows: [
    ["Fund name", fund.fund_name],
    ["Fund ABN", readableAbn(fund.fund_abn)],
    ["Electronic service address (ESA)", fund.fund_electronic_service_address],
    ["Bank account name", fund.bank_account_name],
    ["BSB", fund.bank_account_bsb.replace(/^(...)/, "$1-")],
    ["Account number", fund.bank_account_number],
    ["Member", fund.member_name],
    ...(fund.member_number === null ? [] : [["Member number", fund.member_number] as const]),
    [
      "Regulated super fund",
      fund.regulation_checked_at === null
        ? "Not checked: the employer checks it before paying"
        : `Checked on ${momentInSydney(new Date(fund.regulation_checked_at))} (Sydney time)`
    ]
  ]
})

const chosenFund = (record: SessionRecord, selection: StoredSelection): Section | undefined => {
  if (selection.self_managed !== null) return selfManagedFund(selection.self_managed)
  if (selection.unlisted !== null) return unlistedFund(record, selection, selection.unlisted)
  return record.product && regulatedFund(record, selection, record.product)
}

const DECLARATION =
  "I ask my employer to pay my future super contributions to the fund above. What I gave here is true and complete. I " +
  "confirmed this electronically, which takes the place of my signature."

const employerDefaultSection = (fund: FundProduct | undefined): Section => ({
  heading: "6. The employer's default super fund",
  rows:
    fund === undefined
      ? [["Fund name", "None takes new members at the time of this choice"]]
      : [
          ["Fund name", fund.fund_name],
          ["Fund ABN", readableAbn(fund.abn)],
          ["Product", fund.name],
          ["Unique superannuation identifier (USI)", fund.usi],
          ...(fund.homepage_url === undefined ? [] : [["Website", fund.homepage_url] as const])
        ]
})

/**
 * The content of the standard choice form (ATO form NAT 13080; D-choice-forms) for a choice that the employee has
 * confirmed: the employee, the chosen fund, the employer's own fund, and the declaration. Undefined if there is no such
 * choice.
 */
export const choiceFormOf = (
  record: SessionRecord,
  { abn, employerDefault }: FormSurroundings
): ChoiceForm | undefined => {
  const { selection, session } = record
  const fund = selection && chosenFund(record, selection)
  if (selection === undefined || fund === undefined || session.confirmed_at === null) return undefined
  const confirmed = momentInSydney(session.confirmed_at)
  return {
    title: "Superannuation standard choice form",
    introduction:
      "The employee's choice of a super fund, with all that the Australian Taxation Office's standard choice form " +
      "(NAT 13080) asks for. It was filled in and confirmed electronically.",
    sections: [
      { heading: "1. The choice", rows: [["I choose", CHOICES[selection.source]]] },
      {
        heading: "2. The employee",
        rows: [
          ["Name", nameOf(session.details.identity)],
          ["Employee number", session.employee_remote_id],
          ["Tax file number", taxFileNumber(record)]
        ]
      },
      fund,
      {
        heading: "4. Declaration of the employee",
        rows: [
          ["Confirmed by", nameOf(session.details.identity)],
          ["Confirmed on", `${confirmed} (Sydney time)`]
        ],
        paragraph:
          selection.self_managed === null ? DECLARATION : `${SELF_MANAGED_DECLARATION.text} ${DECLARATION}`
      },
      {
        heading: "5. The employer",
        rows: [
          ["Business name", session.employer_name],
          ["ABN", readableAbn(abn)]
        ]
      },
      employerDefaultSection(employerDefault)
    ],
    footer: `Onboarding session ${session.id}`
  }
}
