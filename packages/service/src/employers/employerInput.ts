import type * as S from "@embedded-super/contracts/schemas"
import { normaliseAddress } from "../personal-data/address.ts"
import type { Findings } from "../personal-data/Findings.ts"
import { readAbn, normaliseText, normaliseEmail } from "../personal-data/text.ts"
import { normaliseName } from "../personal-data/personName.ts"
import { normalisePhoneNumber } from "../personal-data/phoneNumber.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"

type Stored = Pick<
  StoredEmployer,
  "remote_id" | "abn" | "abn_branch_number" | "name" | "country" | "address" | "contact"
>

const contactOf = (input: S.EmployerContactInput, findings: Findings): S.EmployerContact => ({
  name: input.name === undefined ? null : findings.take("#/contact/name", normaliseName(input.name)),
  email: input.email === undefined ? null : normaliseEmail(input.email),
  phone_number:
    input.phone_number === undefined
      ? null
      : findings.takeNormalised("#/contact/phone_number", normalisePhoneNumber(input.phone_number))
})

/**
 * How to read each field of a body: `undefined` leaves the field unchanged, null empties it. The type names both
 * bodies, so that a field missing from one of them is a compile error here.
 */
const READ: {
  readonly [Field in keyof Stored]: (
    input: NonNullable<S.EmployerCreation[Field] | S.EmployerChange[Field]>,
    findings: Findings
  ) => NonNullable<Stored[Field]>
} = {
  remote_id: (remoteId) => remoteId,
  abn: readAbn,
  abn_branch_number: (branch) => branch,
  name: (name) => normaliseText(name) as S.OrganisationName,
  country: (country) => country,
  address: (address) => normaliseAddress(address).value,
  contact: contactOf
}

/** The fields of the body, normalised. */
export const readEmployer = (
  input: S.EmployerCreation | S.EmployerChange,
  findings: Findings
): Partial<Stored> =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      value === null ? null : READ[field as keyof Stored](value as never, findings)
    ])
  )
