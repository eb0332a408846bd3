import type * as S from "@embedded-super/contracts/schemas"
import { withRevision } from "../../embed-sessions/viewRevision.ts"
import { withoutNulls } from "../../platform/answers/answers.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { lacksNumber } from "../outcomeRules.ts"
import { presentTax } from "../presentSession.ts"
import { type ChosenSelfManagedFund, presentSelfManagedFund } from "../super-selection/selfManagedFund.ts"
import { isUsable, presentVerification } from "../phone-verification/verificationRules.ts"
import type { StoredCode } from "../phone-verification/VerificationCodesRepo.ts"
import { currentStep, savableSteps, stepStates } from "./steps.ts"
import { SUPER_DISCLAIMER, TFN_NOTICE } from "./texts.ts"
import { progressionOf, savedSteps, type SessionRecord } from "../sessionProgress.ts"

/** The facts in the employee embed that aren't in the session. */
interface OnboardingSurroundings {
  readonly now: Date
  readonly isCommitted: boolean
  /** The last code that was sent to the phone, with the code that a sandbox shows. */
  readonly code: (StoredCode & { readonly sandbox: S.VerificationCode }) | undefined
  /** Whether the service can register members with the chosen product. */
  readonly canRegister: boolean
  readonly partner: S.EmbedPartner
  /** The typed answers that aren't saved; null if there are none. */
  readonly drafts: S.EmbedOnboardingDrafts | null
}

const present = <A, B>(value: A | null, shape: (value: A) => B): B | null =>
  value === null ? null : shape(value)

const presentContact = (contact: S.Contact): S.EmbedContact => ({
  ...contact,
  address: withoutNulls(contact.address)
})

/** Saved identities always have a family name and a date of birth: the step requires both. */
const presentIdentity = (identity: S.Identity) => withoutNulls(identity) as S.EmbedIdentity

const presentSelfManaged = (fund: ChosenSelfManagedFund): S.EmbedSelfManagedSuperFund =>
  withoutNulls(presentSelfManagedFund(fund))

const selectionOf = (
  { selection, product }: SessionRecord,
  canRegister: boolean
): S.EmbedSuperSelection | null =>
  selection === undefined
    ? null
    : withoutNulls({
        source: selection.source,
        fund_product: product === undefined ? null : { ...product, can_register: canRegister },
        self_managed_super_fund: present(selection.self_managed, presentSelfManaged),
        unlisted_fund: present(selection.unlisted, withoutNulls),
        member_number: selection.membership?.member_number ?? null,
        account_number: selection.membership?.account_number ?? null,
        consented_to_registration_at: toTimestampOrNull(selection.consented_at),
        progress_state: selection.progress_state,
        outcome: selection.outcome,
        fund_details: selection.membership?.fund_details ?? [],
        chosen_at: toTimestamp(selection.chosen_at)
      })

const collectedOf = (record: SessionRecord, canRegister: boolean): S.EmbedCollected => {
  const { session, tfn } = record
  const { details } = session
  return withoutNulls({
    phone_verified_at: toTimestampOrNull(session.phone_verified_at),
    identity: present(details.identity, presentIdentity),
    contact: present(details.contact, presentContact),
    tax: present(presentTax(details.tax, tfn, "employee"), withoutNulls),
    tfn_notice_version: details.tfn_notice_version,
    disclaimer_accepted_at: toTimestampOrNull(session.disclaimer_accepted_at),
    super_selection: selectionOf(record, canRegister),
    confirmed_at: toTimestampOrNull(session.confirmed_at)
  })
}

const prefilledOf = ({ session, tfn }: SessionRecord): S.EmbedPrefilled => {
  const { email, phone_number, prefilled } = session.details
  return withoutNulls({
    email,
    phone_number,
    identity: present(prefilled?.identity ?? null, withoutNulls),
    address: present(prefilled?.address ?? null, withoutNulls),
    tax: present(presentTax(prefilled?.tax ?? null, tfn, "partner"), withoutNulls),
    employment: present(prefilled?.employment ?? null, withoutNulls),
    super_fund: present(prefilled?.super_details ?? null, withoutNulls),
    self_managed_super_fund: present(prefilled?.self_managed_super_fund ?? null, withoutNulls)
  })
}

/** The last code, while it can be used or the next one has to wait. */
const verificationOf = (
  { session }: SessionRecord,
  code: OnboardingSurroundings["code"],
  now: Date
): S.EmbedVerification | null =>
  code === undefined || !(isUsable(code, now) || code.next_at > now)
    ? null
    : presentVerification(session, code, code.sandbox, now)

/** The registration that its fund hasn't answered yet. */
const waitingOf = ({ product, selection, session }: SessionRecord): S.EmbedWaiting | null => {
  const { confirmed_at, state } = session
  if (state !== "pending_completion" || confirmed_at === null) return null
  if (product === undefined || selection?.progress_state === "completed") return null
  return { since: toTimestamp(confirmed_at), fund_name: product.fund_name }
}

/** Why a completed session has no member number, although its fund was to give one. */
const withoutNumberOf = ({ product, selection, session }: SessionRecord): S.EmbedWithoutNumber | null => {
  if (session.state !== "completed" || product === undefined || selection === undefined) return null
  const { outcome, refusal } = selection
  if (outcome !== "complete_without_member_number") return null
  const { fund_name } = product
  if (!lacksNumber(session, selection)) return { because: "employer_signs_up", fund_name, refused_fields: [] }
  return refusal === null
    ? { because: "late", fund_name, refused_fields: [] }
    : { because: "refused", fund_name, ...refusal }
}

/** Why the session ended before the employee finished it. */
const endedOf = ({ session }: SessionRecord): S.EmbedEnded | null => {
  const { ended_at, state, superseded_by } = session
  if (ended_at === null || (state !== "cancelled" && state !== "expired")) return null
  const reason = state === "cancelled" && superseded_by !== null ? "superseded" : state
  return { reason, at: toTimestamp(ended_at) }
}

/** Everything that the employee embed shows. */
export const presentOnboarding = (
  record: SessionRecord,
  { now, isCommitted, canRegister, code, drafts, partner }: OnboardingSurroundings
): S.EmbedOnboarding => {
  const { session } = record
  const saved = savedSteps(record)
  const savable: ReadonlyArray<S.OnboardingStep> = savableSteps(session.state)
  const view = {
    ...withoutNulls({
      drafts,
      verification: verificationOf(record, code, now),
      waiting: waitingOf(record),
      without_number: withoutNumberOf(record),
      ended: endedOf(record)
    }),
    id: session.id,
    employer_name: session.employer_name,
    sandboxed: session.sandboxed,
    partner,
    state: session.state,
    current_step: currentStep(session.state, saved.phone_verification),
    steps: stepStates(session.state, saved).map(({ step, state }) => ({
      step,
      state,
      can_be_saved: savable.includes(step)
    })),
    progression: progressionOf(record, now),
    email_is_fixed: session.email_validated,
    phone_number_is_fixed: session.phone_number_validated,
    prefilled: prefilledOf(record),
    collected: collectedOf(record, canRegister),
    warnings: session.details.warnings,
    tfn_notice: TFN_NOTICE,
    super_disclaimer: SUPER_DISCLAIMER,
    choice_form_is_available: record.hasChoiceForm,
    is_committed: isCommitted,
    expires_at: toTimestamp(session.expires_at)
  }
  // The view shows only three digits of a tax file number, so the session's version distinguishes two numbers.
  return withRevision(view, {
    beside: session.version,
    uncounted: ["is_committed", "progression", "verification", "partner"]
  })
}
