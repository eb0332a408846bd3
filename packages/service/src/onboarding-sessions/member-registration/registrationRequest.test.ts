import type { FundFieldProfile, TfnExemptionType } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type MemberProfile, registrationRequest } from "./memberProfile.ts"

const everything = {
  tfn: Redacted.make("123456782"),
  first_name: "Niamh",
  middle_name: "Áine",
  family_name: "O'Connor",
  other_name: "Niamh Byrne",
  date_of_birth: "1994-02-28",
  email: "niamh@example.com",
  phone_number: "+61491570006",
  address_line_1: "12 Banksia Street",
  address_line_2: "Unit 4",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC",
  gender: "female",
  employment_start_date: "2026-12-01",
  contribution_frequency: "fortnightly"
} as unknown as MemberProfile

const without = (...fields: ReadonlyArray<keyof MemberProfile>): MemberProfile =>
  Object.fromEntries(Object.entries(everything).filter(([field]) => !fields.some((left) => left === field)))

const exempt = { ...without("tfn"), tfn_exemption_type: "under_eighteen" as TfnExemptionType }

const sent = (profile: MemberProfile, fields: FundFieldProfile = {}, tfn_exemptions_accepted = false) =>
  Result.match(registrationRequest(profile, { fields, tfn_exemptions_accepted }), {
    onSuccess: (request) => Object.keys(request),
    onFailure: (missing) => ({ missing })
  })

const all = Object.keys(everything)

describe("what a fund is sent of the member profile", () => {
  it("everything that was collected, for a fund whose profile names nothing [R-1-15]", () => {
    assert.deepStrictEqual(sent(everything), all)
  })

  it("nothing that the fund excludes [R-2.3-17]", () => {
    const fields = { other_name: "excluded", gender: "excluded", tfn: "excluded" } as const
    const left = all.filter((field) => !(field in fields))
    assert.deepStrictEqual(sent(everything, fields), left)
  })

  it("nothing that wasn't collected, where the fund doesn't require it [R-2.3-17]", () => {
    assert.deepStrictEqual(
      sent(without("middle_name", "gender", "email"), { email: "optional" }),
      all.filter((field) => !["middle_name", "gender", "email"].includes(field))
    )
  })

  it("an exemption instead of a tax file number, if the fund accepts those, and never both [R-2.3-18]", () => {
    const withoutTfn = all.filter((field) => field !== "tfn")
    assert.deepStrictEqual(sent(exempt, {}, true), ["tfn_exemption_type", ...withoutTfn])
    assert.deepStrictEqual(sent({ ...exempt, ...everything }, {}, true), all)
    assert.deepStrictEqual(sent(exempt, {}, false), { missing: ["tfn"] })
    assert.deepStrictEqual(sent(exempt, { tfn: "optional" }, false), withoutTfn)
  })

  it("a single name as family name, without a first name", () => {
    assert.deepStrictEqual(
      sent(without("first_name")),
      all.filter((field) => field !== "first_name")
    )
  })

  it("and not at all if it lacks what the fund requires", () => {
    assert.deepStrictEqual(sent(without("gender", "postcode"), { gender: "required" }), {
      missing: ["postcode", "gender"]
    })
    assert.deepStrictEqual(sent(without("family_name")), { missing: ["family_name"] })
  })
})
