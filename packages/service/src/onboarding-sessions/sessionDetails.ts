import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { SelfManagedFund } from "./super-selection/selfManagedFund.ts"

/** Whether there is a tax file number, or the reason for having none. The number itself is never here. */
const Tax = Schema.Struct({
  tfn_provided: Schema.Boolean,
  tfn_exemption_type: Schema.NullOr(S.TfnExemptionType)
})

/** The personal data of a session, sealed in its row; null where nothing was given. */
export const SessionDetails = Schema.Struct({
  email: Schema.NullOr(S.EmailAddress),
  phone_number: Schema.NullOr(S.PhoneNumber),
  /** The partner's prefill. */
  prefilled: Schema.NullOr(
    Schema.Struct({
      identity: Schema.NullOr(S.Identity),
      address: Schema.NullOr(S.Address),
      tax: Schema.NullOr(Tax),
      employment: Schema.NullOr(S.Employment),
      super_details: Schema.NullOr(S.KnownSuperFund),
      self_managed_super_fund: Schema.optionalKey(Schema.NullOr(SelfManagedFund))
    })
  ),
  /** The employee's input, step by step. */
  identity: Schema.NullOr(S.Identity),
  contact: Schema.NullOr(S.Contact),
  tax: Schema.NullOr(Tax),
  tfn_notice_version: Schema.NullOr(S.EmbedTextVersion),
  /** The warnings about saved input. */
  warnings: Schema.Array(S.EmbedWarning),
  /** After the erasure: the steps that had been saved. */
  erased_steps: Schema.optionalKey(Schema.Array(S.OnboardingStep))
})
export interface SessionDetails extends Schema.Schema.Type<typeof SessionDetails> {}
export type Prefilled = NonNullable<SessionDetails["prefilled"]>

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

/**
 * The known data on the employee of an unfinished session: the employee's input and, for the rest, the partner's
 * prefill.
 */
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
