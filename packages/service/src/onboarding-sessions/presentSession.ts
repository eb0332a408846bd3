import type * as S from "@embedded-super/contracts/schemas"
import { isAbandoned } from "./sessionTimes.ts"
import { presentFundProduct } from "../employers/presentEmployer.ts"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import { verificationOf } from "./super-selection/membership.ts"
import { presentSelfManagedFund } from "./super-selection/selfManagedFund.ts"
import type { StoredSelection } from "./super-selection/SelectionsRepo.ts"
import type { SessionDetails } from "./sessionDetails.ts"
import type { StoredSession } from "./SessionsRepo.ts"
import { completionPercentage, currentStep, type Saved, stepStates } from "./employee-embed/steps.ts"
import type { MaskedTaxFileNumber } from "./TaxFileNumbers.ts"

/** A session and what stands beside it: all that an answer about it needs. */
export interface SessionRecord {
  readonly session: StoredSession
  readonly selection: StoredSelection | undefined
  /** The chosen fund's product. */
  readonly product: FundProduct | undefined
  /** The choice form is made and can be fetched. */
  readonly hasChoiceForm: boolean
  readonly tfn: MaskedTaxFileNumber | undefined
}

/** The steps whose answers are in the details, or were until those were erased. */
export const savedDetails = ({ contact, erased_steps = [], identity, tax }: SessionDetails) => ({
  identity: identity !== null || erased_steps.includes("identity"),
  contact: contact !== null || erased_steps.includes("contact"),
  tax: tax !== null || erased_steps.includes("tax")
})

/** Which steps were saved, and whether the membership came out. */
export const savedSteps = ({ session, selection }: SessionRecord): Saved => ({
  phone_verification:
    session.phone_verification === "skipped" ? "skipped" : session.phone_verification === "complete",
  ...savedDetails(session.details),
  super_disclaimer: session.disclaimer_accepted_at !== null,
  super_selection: selection !== undefined && session.abandoned_at === null,
  review: session.confirmed_at !== null,
  finished: session.completed_at !== null
})

export const progressionOf = (record: SessionRecord, now: Date): S.OnboardingProgression => {
  const { session } = record
  return {
    is_abandoned: isAbandoned(session, session.ended_at ?? now),
    completion_percentage: completionPercentage(savedSteps(record))
  }
}

/** A tax file number, or why there is none, as it may be shown; its digits are gone once it was destroyed. */
export const presentTax = (
  tax: SessionDetails["tax"],
  tfn: MaskedTaxFileNumber | undefined,
  givenBy: MaskedTaxFileNumber["given_by"]
): S.TaxDetail | null =>
  tax === null
    ? null
    : {
        tfn_provided: tax.tfn_provided,
        tfn_masked: tax.tfn_provided && tfn?.given_by === givenBy ? tfn.masked : null,
        tfn_exemption_type: tax.tfn_exemption_type
      }

const presentPrefilled = ({ session, tfn }: SessionRecord): S.EmployeeDetail | null => {
  const { prefilled } = session.details
  if (prefilled === null) return null
  const { self_managed_super_fund: smsf = null, super_details: fund, tax, ...rest } = prefilled
  return {
    ...rest,
    tax_detail: presentTax(tax, tfn, "partner"),
    super_details:
      fund === null && smsf === null
        ? null
        : { super_funds: fund === null ? [] : [fund], smsf: smsf && presentSelfManagedFund(smsf) }
  }
}

/** Where an abandoned session had no fund to fall back on, it ended without one. */
const selectionOutcome = ({ selection, session }: SessionRecord): S.SuperSelectionOutcome =>
  selection?.outcome ?? (session.abandoned_at === null ? "incomplete" : "complete_without_member_number")

const outcomeOf = (saved: boolean): S.ModuleOutcome => (saved ? "complete" : "incomplete")

/** What came of the phone's verification; nothing where a contact was validated beforehand. */
const verificationOutcome = ({ phone_verification }: StoredSession): S.ModuleOutcome =>
  phone_verification === "skipped" ? "incomplete" : phone_verification

const SKIPPED = { module: "phone_verification", state: "skipped", outcome: "incomplete" } as const

/** The modules in the order of the embed's steps. */
const modulesOf = (record: SessionRecord): ReadonlyArray<S.OnboardingSessionModule> => {
  const saved = savedSteps(record)
  const steps = stepStates(record.session.state, saved)
  const modules = steps.flatMap(({ step, state }): ReadonlyArray<S.OnboardingSessionModule> => {
    if (step === "review" || step === "finished") return []
    if (step === "phone_verification") {
      return [{ module: step, state, outcome: verificationOutcome(record.session) }]
    }
    if (step !== "super_selection") return [{ module: step, state, outcome: outcomeOf(saved[step]) }]
    const registering = state === "finished" && record.session.completed_at === null
    return [
      {
        module: step,
        state: registering ? "in_progress" : state,
        outcome: selectionOutcome(record)
      }
    ]
  })
  return saved.phone_verification === "skipped" ? [SKIPPED, ...modules] : modules
}

const presentSelection = (record: SessionRecord, baseUrl: string): S.OnboardingSessionSuperSelection => {
  const { session, selection, product, hasChoiceForm } = record
  return {
    id: selection?.id ?? null,
    outcome: selectionOutcome(record),
    progress_state: selection?.progress_state ?? null,
    source: selection?.source ?? null,
    select_super_fund_product:
      selection === undefined || product === undefined
        ? null
        : {
            is_default_selection: selection.source === "employer_default",
            member_number: selection.membership?.member_number ?? null,
            account_number: selection.membership?.account_number ?? null,
            super_fund_product: presentFundProduct(product)
          },
    self_managed_super_fund: selection?.self_managed ? presentSelfManagedFund(selection.self_managed) : null,
    member_verification: verificationOf(selection),
    generated: {
      super_choice_form_pdf_url: hasChoiceForm
        ? (`${baseUrl}/api/v1/onboarding-session/${session.id}/choice-form` as S.WebUrl)
        : null
    },
    chosen_at: selection === undefined ? null : toTimestampOrNull(session.confirmed_at)
  }
}

/** The session as partners see it, its documents at the address of the API. */
export const presentSession = (record: SessionRecord, now: Date, baseUrl: string): S.OnboardingSession => {
  const { session, tfn } = record
  const { details } = session
  const saved = savedSteps(record)
  return {
    id: session.id,
    remote_id: session.remote_id,
    workflow_slug: session.workflow_slug,
    employer: { id: session.employer_id, remote_id: session.employer_remote_id },
    employee: { id: session.employee_id, remote_id: session.employee_remote_id },
    email: details.email,
    email_validated: session.email_validated,
    phone_number: details.phone_number,
    phone_number_validated: session.phone_number_validated,
    employee_detail: presentPrefilled(record),
    data_delivery_state: session.state,
    current_step: currentStep(session.state, saved.phone_verification),
    progression: progressionOf(record, now),
    modules: modulesOf(record),
    phone_verification: {
      outcome: verificationOutcome(session),
      verified_at: toTimestampOrNull(session.phone_verified_at)
    },
    employee_identity: { outcome: outcomeOf(saved.identity), data: details.identity },
    employee_contact: { outcome: outcomeOf(saved.contact), data: details.contact },
    employee_tax: { outcome: outcomeOf(saved.tax), data: presentTax(details.tax, tfn, "employee") },
    super_disclaimer: {
      outcome: outcomeOf(saved.super_disclaimer),
      accepted_at: toTimestampOrNull(session.disclaimer_accepted_at)
    },
    onboarding_session_super_selection: presentSelection(record, baseUrl),
    onboarding_session_intent_id: session.intent_id,
    superseded_by: session.superseded_by,
    expires_at: toTimestamp(session.expires_at),
    completed_at: toTimestampOrNull(session.completed_at),
    personal_data_erased_at: toTimestampOrNull(session.erased_at),
    last_activity_at: toTimestampOrNull(session.last_activity_at),
    inserted_at: toTimestamp(session.inserted_at),
    updated_at: toTimestamp(session.updated_at)
  }
}
