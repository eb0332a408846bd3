import { describe, expect, it } from "vitest"
import bundled from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { OnboardingSession } from "@embedded-super/partner-sdk"
import { hireForm } from "../src/pages/hireForm.ts"
import { bsbShown } from "../src/pages/parts.ts"
import { refusedBy } from "../src/service/ServiceRefused.ts"
import { employerForm } from "../src/pages/employerForm.ts"
import { knownOf, prefillOf } from "../src/payroll/corrections.ts"
import type { Person } from "../src/payroll/People.ts"

const refusal = (...errors: ReadonlyArray<readonly [pointer: string, detail: string]>) =>
  refusedBy(422, {
    code: "validation_failed",
    detail: errors[0]?.[1] ?? "The employer has no default fund.",
    errors: errors.map(([pointer, detail]) => ({ pointer, detail, code: "required" }))
  })

const tooShort = ["#/phone_number", "phone_number must have at least 6 characters."] as const
const noFamilyName = ["#/employee_detail/identity/family_name", "family_name is required."] as const
const noContact = ["#", "Give an e-mail address or a phone number, preferably both."] as const

/** The mistakes that the form shows: each input that is marked, with the sentence that describes it. */
const marked = (html: string) =>
  [...html.matchAll(/<span class="mistake" id="(\w+)-mistake">([^<]*)<\/span>/g)].map(([, name, text]) => [
    name,
    text
  ])

describe("the payroll's own form for a new person", () => {
  it("says beforehand that one of email and mobile is needed, and marks nothing", () => {
    const html = hireForm("1", {}).text
    expect(html).toContain("Give an email, a mobile, or both.")
    expect(html).not.toMatch(/aria-invalid|own-form-problem/)
  })

  it.each([
    [
      "one input",
      { phone_number: "04" },
      [tooShort],
      [["phone_number", "Enter a mobile like 0491 570 006."]]
    ],
    [
      "an input that was refused twice",
      { phone_number: "04" },
      [tooShort, tooShort],
      [["phone_number", "Enter a mobile like 0491 570 006."]]
    ],
    ["no contact", { family_name: "Li" }, [noContact], [["email", "Give an email, a mobile, or both."]]],
    [
      "a name, and no contact",
      {},
      [noFamilyName],
      [
        ["family_name", "Enter their family name, without digits or signs."],
        ["email", "Give an email, a mobile, or both."]
      ]
    ]
  ] as const)(
    "says once, in plain words and at its input, what is wrong: %s",
    (_, values, errors, expected) => {
      const html = hireForm("1", values, refusal(...errors)).text
      expect(marked(html)).toEqual(expected)
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(expected.length)
      for (const [name] of expected) {
        expect(html).toContain(`<a href="#${name}">`)
        expect(html).toMatch(new RegExp(`aria-describedby="${name}-mistake"`))
      }
      for (const raw of ["must have at least", "is required", "preferably both", "validation_failed", "#/"])
        expect(html).not.toContain(raw)
      for (const value of Object.values(values)) expect(html).toContain(`value="${value}"`)
    }
  )

  it("says what is about no input above the form", () => {
    const html = hireForm("1", {}, refusal()).text
    expect(html).toContain("The employer has no default fund.")
    expect(marked(html)).toEqual([])
  })
})

describe("a BSB", () => {
  it("is shown with its dash", () => expect(bsbShown("062000")).toBe("062-000"))
})

const words = { title: "Add an employer", button: "Add employer", notDone: "The employer isn't added yet" }

const form = (...pointers: ReadonlyArray<string>) =>
  employerForm({
    id: "add-employer",
    words,
    path: "/employers",
    values: { name: "Acme", abn: "51 824 753 557" },
    isOpen: true,
    refusal: refusedBy(422, {
      code: "validation_failed",
      detail: "abn must be an ABN with a valid checksum",
      errors: pointers.map((pointer) => ({ pointer, code: "invalid_checksum", detail: "abn must be an ABN" }))
    })
  }).text

it.each([
  [["#/abn"], ["abn"]],
  [["#/abn", "#/abn"], ["abn"]],
  [
    ["#/name", "#/abn"],
    ["name", "abn"]
  ]
])("says once, in plain words and at its input, what is wrong: %j", (pointers, inputs) => {
  const html = form(...pointers)
  expect([...html.matchAll(/<span class="mistake" id="(\w+)-mistake">/g)].map(([, name]) => name)).toEqual(
    inputs
  )
  for (const name of inputs) expect(html).toContain(`<a href="#${name}">`)
  for (const raw of ["checksum", "validation_failed", "#/", "must be"]) expect(html).not.toContain(raw)
  expect(html).toContain(`value="51 824 753 557"`)
})

it("says what is about no input in the service's sentence", () => {
  expect(form()).toContain("abn must be an ABN with a valid checksum")
})

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
