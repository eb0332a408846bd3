import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { presentFundProduct } from "../employers/presentEmployer.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import { verificationOf } from "./super-selection/membership.ts"
import { presentSelfManagedFund } from "./super-selection/selfManagedFund.ts"
import type { SessionDetails } from "./sessionDetails.ts"
import { currentStep } from "./employee-embed/steps.ts"
import type { MaskedTaxFileNumber } from "./tax-file-number/TaxFileNumbersRepo.ts"
import {
  modulesOf,
  outcomeOf,
  progressionOf,
  savedSteps,
  selectionOutcome,
  type SessionRecord,
  verificationOutcome,
  expiredIfOverdue
} from "./sessionProgress.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { Settings } from "../platform/config/Settings.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { orNoSuchSession } from "./sessionConflicts.ts"
import { sessionRecordsRepo, type StoredRecord } from "./SessionRecordsRepo.ts"
import { nowOf } from "./SessionsRepo.ts"

/**
 * A tax file number in its masked form, or the reason for having none. The digits are missing once the number is
 * destroyed, or replaced by the employee's. Once the employee has saved the step, the stored number is the employee's
 * answer, also where the partner gave it and the employee kept it.
 */
export const presentTax = (
  tax: SessionDetails["tax"],
  tfn: MaskedTaxFileNumber | undefined,
  answerOf: MaskedTaxFileNumber["given_by"]
): S.TaxDetail | null =>
  tax === null
    ? null
    : {
        tfn_provided: tax.tfn_provided,
        tfn_masked:
          tax.tfn_provided && tfn !== undefined && (answerOf === "employee" || tfn.given_by === "partner")
            ? tfn.masked
            : null,
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
    unlisted_super_fund: selection?.unlisted
      ? { ...selection.unlisted, member_number: selection.membership?.member_number ?? null }
      : null,
    member_verification: verificationOf(selection),
    generated: {
      super_choice_form_pdf_url: hasChoiceForm
        ? (`${baseUrl}/api/v1/onboarding-session/${session.id}/choice-form` as S.WebUrl)
        : null
    },
    chosen_at: selection === undefined ? null : toTimestampOrNull(session.confirmed_at)
  }
}

/** The session as partners see it, its documents with URLs of the API. */
const presentSession = (record: SessionRecord, now: Date, baseUrl: string): S.OnboardingSession => {
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

/** Adds the chosen funds' products to records: a statement only if a fund of the directory is chosen. */
export const withProducts = Effect.gen(function* () {
  const funds = yield* FundDirectory

  return Effect.fnUntraced(function* <A extends StoredRecord>(
    records: ReadonlyArray<A>
  ): Effect.fn.Return<ReadonlyArray<A & SessionRecord>> {
    const products = yield* funds.findByIds(
      records.flatMap(({ selection }) => selection?.fund_product_id ?? [])
    )
    return records.map((record) => {
      const id = record.selection?.fund_product_id ?? null
      return { ...record, product: id === null ? undefined : products.get(id) }
    })
  })
})

/**
 * How partners' operations read sessions: a session of another product fails as not found, and one past its expiry
 * reads as expired.
 */
export const sessionReader = Effect.gen(function* () {
  const repo = yield* sessionRecordsRepo
  const complete = yield* withProducts
  const { baseUrl } = yield* Settings

  const present = Effect.fnUntraced(function* (records: ReadonlyArray<StoredRecord>) {
    return yield* Effect.forEach(
      yield* complete(records),
      Effect.fnUntraced(function* (record) {
        const now = yield* nowOf(record.session)
        const session = expiredIfOverdue(record.session, now)
        return presentSession({ ...record, session }, now, baseUrl)
      })
    )
  })

  const versioned = Effect.fnUntraced(function* (record: StoredRecord) {
    const [data] = yield* present([record])
    return {
      data: data as S.OnboardingSession,
      version: record.session.version
    } satisfies Versioned<S.OnboardingSession>
  })

  const find = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(repo.find(productId, id), orNoSuchSession)

  return { present, versioned, find }
})
