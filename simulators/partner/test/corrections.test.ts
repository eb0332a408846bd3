import bundled from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { OnboardingSession } from "@embedded-super/partner-sdk"
import { expect, it } from "vitest"
import { knownOf, prefillOf } from "../src/payroll/corrections.ts"
import type { Person } from "../src/payroll/People.ts"

const { data: session } = bundled.components.examples.sessionCompleted.value as unknown as {
  readonly data: OnboardingSession
}
const person = {
  given_name: "Niamh",
  family_name: "Byrne",
  email: "niamh@example.com",
  phone_number: null
} as Person

it("the form begins with what the employee gave, and without a session with what the payroll knows", () => {
  const { data: identity } = session.employee_identity
  const { data: contact } = session.employee_contact
  expect(knownOf(person, session)).toMatchObject({
    family_name: identity?.family_name,
    date_of_birth: identity?.date_of_birth,
    email: contact?.email,
    postcode: contact?.address.postcode
  })
  expect(knownOf(person, undefined)).toEqual({
    given_name: "Niamh",
    family_name: "Byrne",
    email: "niamh@example.com"
  })
})

it("the prefill has what was corrected, what the form doesn't ask from the earlier session, and nothing empty", () => {
  const values = { ...knownOf(person, session), date_of_birth: "1994-02-27", address_line_2: "" }
  const { identity, address, super_details, tax_detail } = prefillOf(values, session)
  expect(identity).toMatchObject({
    date_of_birth: "1994-02-27",
    gender: session.employee_identity.data?.gender
  })
  expect(address).toMatchObject({ postcode: session.employee_contact.data?.address.postcode })
  expect(address).not.toHaveProperty("address_line_2")
  expect(super_details).toBeUndefined()
  expect(tax_detail).toBeUndefined()
})

it("a fund that the employee named is offered with its number", () => {
  const fund = { usi: "60905115063003", member_number: "0012345678" }
  expect(prefillOf({ family_name: "Byrne", ...fund }, undefined)).toEqual({
    identity: { family_name: "Byrne" },
    super_details: { super_funds: [fund] }
  })
})
