import { describe, expect, it } from "vitest"
import { hireForm } from "../src/pages/hireForm.ts"
import { bsbShown } from "../src/pages/parts.ts"
import { refusedBy } from "../src/service/ServiceRefused.ts"

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
