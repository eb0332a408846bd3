import { CalendarDate, Identity, IdentityInput } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Findings } from "./Findings.ts"
import { takeIdentity } from "./identity.ts"

const TODAY = CalendarDate.make("2026-11-21")

const take = (input: typeof IdentityInput.Encoded) => {
  const findings = new Findings()
  const identity = takeIdentity(Schema.decodeSync(IdentityInput)(input), "#", TODAY, findings)
  return { identity, errors: findings.errors, warnings: findings.warnings }
}

/** What the contract says of a person, and nobody gave. */
const nothing = Object.fromEntries(Object.keys(Identity.fields).map((field) => [field, null]))

describe("an identity", () => {
  it("has null for what was left out, and names in their normal form [R-2.3-2, R-2.3-3, R-2.3-4]", () => {
    expect(take({ given_name: " Zoe\u0308 ", family_name: "O'Connor", gender: "female" }).identity).toEqual({
      ...nothing,
      given_name: "Zo\u00eb",
      family_name: "O'Connor",
      gender: "female"
    })
  })

  it("keeps one's own words for title and gender with the choice `other` alone", () => {
    const others = { title_other: "Captain", gender_other: "non-binary" }
    expect(take({ title: "other", gender: "other", ...others }).identity).toMatchObject(others)
    expect(take({ title: "dr", gender: "male", ...others }).identity).toMatchObject({
      title_other: null,
      gender_other: null
    })
  })

  it("is refused with all its mistakes at once, and none of its values", () => {
    const { errors, warnings } = take({ family_name: "-", given_name: "'", date_of_birth: "2020-01-01" })
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["#/given_name", "empty_name"],
      ["#/family_name", "empty_name"],
      ["#/date_of_birth", "age_out_of_range"]
    ])
    expect(warnings).toEqual([])
    expect(JSON.stringify(errors)).not.toContain("2020")
  })
})
