/**
 * Step 8 of an integration, where a fund refused someone: the employer's corrections, as the prefill of a new session.
 *
 * Why a new session: a confirmed session never changes, because it is what the employee agreed to. The new one holds
 * everything that the earlier one knew, so that the employee only checks it.
 *
 * The trap: the tax file number isn't among it. The employee enters it again, and no payroll needs to see it.
 *
 * Guide: partners/employer-issues
 */
import type { OnboardingSession, PartnerApiPaths } from "@embedded-super/partner-sdk"
import type { Person } from "./People.ts"

type Creation =
  PartnerApiPaths["/api/v1/onboarding-session"]["post"]["requestBody"]["content"]["application/json"]

/** The values that a new session is prefilled with, besides the payroll's data about each person. */
export type Prefill = NonNullable<Creation["employee_detail"]>

/** The inputs of the correction form. */
export const CORRECTED = [
  "given_name",
  "middle_name",
  "family_name",
  "previous_family_name",
  "date_of_birth",
  "email",
  "phone_number",
  "address_line_1",
  "address_line_2",
  "locality",
  "state",
  "postcode",
  "start_date",
  "pay_frequency",
  "usi",
  "member_number"
] as const
type Name = (typeof CORRECTED)[number]

/** The typed or known values; an empty text where there is none. */
export type Corrections = Readonly<Partial<Record<Name, string>>>

/** The employee's values, or else those that the payroll had filled in. */
const knownIn = (session: OnboardingSession | undefined) => {
  const prefilled = session?.employee_detail
  return {
    identity: session?.employee_identity.data ?? prefilled?.identity,
    contact: session?.employee_contact.data,
    address: session?.employee_contact.data?.address ?? prefilled?.address,
    employment: prefilled?.employment
  }
}

/** The form's values before anybody corrects them. `session`: the earlier one, if it could be read. */
export const knownOf = (person: Person, session: OnboardingSession | undefined): Corrections => {
  const { address, contact, employment, identity } = knownIn(session)
  const known = {
    given_name: identity?.given_name ?? person.given_name,
    middle_name: identity?.middle_name,
    family_name: identity?.family_name ?? person.family_name,
    previous_family_name: identity?.previous_family_name,
    date_of_birth: identity?.date_of_birth,
    email: contact?.email ?? person.email,
    phone_number: contact?.phone_number ?? person.phone_number,
    address_line_1: address?.address_line_1,
    address_line_2: address?.address_line_2,
    locality: address?.locality,
    state: address?.state,
    postcode: address?.postcode,
    start_date: employment?.start_date,
    pay_frequency: employment?.pay_frequency
  }
  return filled(known)
}

/** Without what isn't there: an empty text is no value of the API. */
const filled = (
  values: Readonly<Record<string, string | null | undefined>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  )

const unless = <Part>(part: Readonly<Record<string, string>>, make: (part: Part) => Prefill): Prefill =>
  Object.keys(part).length === 0 ? {} : make(part as Part)

/** The prefill of the new session. Fields that the form doesn't ask for come from the earlier session. */
export const prefillOf = (values: Corrections, session: OnboardingSession | undefined): Prefill => {
  const { employment, identity: before } = knownIn(session)
  const { family_name, given_name, member_number, middle_name, previous_family_name, usi } = values
  const identity = filled({
    ...before,
    ...{ given_name, middle_name, family_name, previous_family_name },
    date_of_birth: values.date_of_birth
  })
  const { address_line_1, address_line_2, locality, postcode, state } = values
  return {
    ...unless<Prefill["identity"] & object>(identity, (identity) => ({ identity })),
    ...unless<Prefill["address"] & object>(
      filled({ address_line_1, address_line_2, locality, postcode, state }),
      (address) => ({ address })
    ),
    ...unless<Prefill["employment"] & object>(
      filled({
        start_date: values.start_date,
        pay_basis: employment?.pay_basis,
        pay_frequency: values.pay_frequency
      }),
      (employment) => ({ employment })
    ),
    ...unless<{ readonly usi: string; readonly member_number?: string }>(
      filled({ usi, member_number }),
      (fund) => ({ super_details: { super_funds: [fund] } })
    )
  }
}
