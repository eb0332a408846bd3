import {
  Address,
  Contact,
  EmailAddress,
  EmbedTextVersion,
  EmbedWarning,
  Employment,
  Identity,
  KnownSuperFund,
  OnboardingStep,
  PhoneNumber,
  TfnExemptionType
} from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { SelfManagedFund } from "./super-selection/selfManagedFund.ts"

/** Whether there is a tax file number, or why there is none. The number itself is never here. */
const Tax = Schema.Struct({
  tfn_provided: Schema.Boolean,
  tfn_exemption_type: Schema.NullOr(TfnExemptionType)
})

/** What is personal about a session, as it is sealed in its row; null where nothing was given. */
export const SessionDetails = Schema.Struct({
  email: Schema.NullOr(EmailAddress),
  phone_number: Schema.NullOr(PhoneNumber),
  /** What the partner filled in beforehand. */
  prefilled: Schema.NullOr(
    Schema.Struct({
      identity: Schema.NullOr(Identity),
      address: Schema.NullOr(Address),
      tax: Schema.NullOr(Tax),
      employment: Schema.NullOr(Employment),
      super_details: Schema.NullOr(KnownSuperFund),
      self_managed_super_fund: Schema.optionalKey(Schema.NullOr(SelfManagedFund))
    })
  ),
  /** What the employee saved, step by step. */
  identity: Schema.NullOr(Identity),
  contact: Schema.NullOr(Contact),
  tax: Schema.NullOr(Tax),
  tfn_notice_version: Schema.NullOr(EmbedTextVersion),
  /** What looks odd in what was saved. */
  warnings: Schema.Array(EmbedWarning),
  /** Once everything is erased: the steps that had been saved. */
  erased_steps: Schema.optionalKey(Schema.Array(OnboardingStep))
})
export interface SessionDetails extends Schema.Schema.Type<typeof SessionDetails> {}
export type Prefilled = NonNullable<SessionDetails["prefilled"]>

/** Nothing is known. */
export const NO_DETAILS: SessionDetails = {
  email: null,
  phone_number: null,
  prefilled: null,
  identity: null,
  contact: null,
  tax: null,
  tfn_notice_version: null,
  warnings: []
}

/** What is known of the employee of an unfinished session: what they saved and, for the rest, what the partner filled in. */
export const withPrefill = (details: SessionDetails): SessionDetails => {
  const { email, phone_number, prefilled } = details
  const isReachable = email !== null && phone_number !== null
  const address = prefilled?.address ?? null
  return {
    ...details,
    identity: details.identity ?? prefilled?.identity ?? null,
    contact: details.contact ?? (isReachable && address !== null ? { email, phone_number, address } : null),
    tax: details.tax ?? prefilled?.tax ?? null
  }
}
