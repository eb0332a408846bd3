import {
  Contact,
  Employment,
  Identity,
  MemberRegistrationRequest,
  Tfn,
  type FundFieldProfile,
  type TfnExemptionType
} from "@embedded-super/contracts/schemas"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  type Collected,
  memberProfile,
  type MemberProfile,
  missingFields,
  registrationRequest
} from "./memberProfile.ts"

const identity = (change: Partial<typeof Identity.Encoded> = {}) =>
  Schema.decodeSync(Identity)({
    title: "ms",
    title_other: null,
    given_name: "Niamh",
    middle_name: "Rose",
    family_name: "O'Connor",
    previous_given_name: "Maeve",
    previous_family_name: "Byrne",
    date_of_birth: "1990-05-17",
    gender: "female",
    gender_other: null,
    ...change
  })

const contact = Schema.decodeSync(Contact)({
  email: "niamh@example.com",
  phone_number: "+61491570006",
  address: {
    address_line_1: "12 Banksia Street",
    address_line_2: "Unit 4",
    locality: "Craigieburn",
    postcode: "3064",
    state: "VIC"
  }
})

const employment = Schema.decodeSync(Employment)({
  start_date: "2026-12-01",
  pay_basis: "full_time",
  pay_frequency: "fortnightly"
})

const everything: Collected = { identity: identity(), contact, employment, tfn_exemption_type: null }
const tfn = Schema.decodeSync(Tfn)("123456782")

describe("the member profile", () => {
  it.each<[field: keyof typeof MemberRegistrationRequest.Encoded, want: string, id: string]>([
    ["first_name", "Niamh", "R-2.3-2"],
    ["middle_name", "Rose", "R-2.3-3"],
    ["family_name", "O'Connor", "R-2.3-4"],
    ["other_name", "Maeve Byrne", "R-2.3-5"],
    ["date_of_birth", "1990-05-17", "R-2.3-6"],
    ["email", "niamh@example.com", "R-2.3-7"],
    ["phone_number", "+61491570006", "R-2.3-8"],
    ["address_line_1", "12 Banksia Street", "R-2.3-9"],
    ["address_line_2", "Unit 4", "R-2.3-10"],
    ["locality", "Craigieburn", "R-2.3-11"],
    ["postcode", "3064", "R-2.3-12"],
    ["state", "VIC", "R-2.3-13"],
    ["gender", "female", "R-2.3-14"],
    ["employment_start_date", "2026-12-01", "R-2.3-15"],
    ["contribution_frequency", "fortnightly", "R-2.3-16"]
  ])("has %s: %s [%s]", (field, want) => {
    expect(memberProfile(everything, tfn)[field]).toBe(want)
  })

  it("has the tax file number, redacted, and no exemption beside it [R-2.3-1]", () => {
    const profile = memberProfile(everything, tfn)
    expect(String(profile.tfn)).toBe("<redacted>")
    expect(Redacted.value(profile.tfn as Tfn)).toBe("123456782")
    expect(profile).not.toHaveProperty("tfn_exemption_type")
  })

  it("has the exemption where there is no tax file number [R-2.3-1]", () => {
    const profile = memberProfile({ ...everything, tfn_exemption_type: "pending" }, undefined)
    expect(profile.tfn_exemption_type).toBe("pending")
    expect(profile).not.toHaveProperty("tfn")
  })

  it("is what the fund API takes", () => {
    expect(Schema.is(MemberRegistrationRequest)(memberProfile(everything, tfn))).toBe(true)
  })

  it("leaves out what wasn't collected: no null, no empty text [R-2.3-14]", () => {
    const bare: Collected = {
      identity: identity({
        given_name: null,
        middle_name: null,
        previous_given_name: null,
        previous_family_name: null,
        gender: null
      }),
      contact: null,
      employment: null,
      tfn_exemption_type: null
    }
    expect(memberProfile(bare, undefined)).toEqual({ family_name: "O'Connor", date_of_birth: "1990-05-17" })
  })

  it("has an earlier name also where only one of the two changed [R-2.3-5]", () => {
    const married = { ...everything, identity: identity({ previous_given_name: null }) }
    expect(memberProfile(married, tfn).other_name).toBe("Byrne")
  })
})

describe("a fund is offered if everything that it requires was supplied", () => {
  const open = { fields: {}, tfn_exemptions_accepted: false }

  it("by default it needs names, birth, contact, address and the tax file number", () => {
    const nothing: Collected = { identity: null, contact: null, employment: null, tfn_exemption_type: null }
    expect(missingFields(open, everything, true)).toEqual([])
    expect(missingFields(open, nothing, false)).toEqual([
      "tfn",
      "first_name",
      "family_name",
      "date_of_birth",
      "email",
      "phone_number",
      "address_line_1",
      "locality",
      "postcode",
      "state"
    ])
  })

  it("a required field that wasn't supplied hides it", () => {
    const strict = {
      fields: { employment_start_date: "required", gender: "required" },
      tfn_exemptions_accepted: false
    } as const
    expect(missingFields(strict, everything, true)).toEqual([])
    expect(missingFields(strict, { ...everything, employment: null }, true)).toEqual([
      "employment_start_date"
    ])
    expect(missingFields(strict, { ...everything, identity: identity({ gender: null }) }, true)).toEqual([
      "gender"
    ])
  })

  it("an exemption replaces the tax file number where the fund accepts exemptions, or doesn't require the number", () => {
    const exempt: Collected = { ...everything, tfn_exemption_type: "not_quoted" }
    expect(missingFields(open, exempt, false)).toEqual(["tfn"])
    expect(missingFields({ ...open, tfn_exemptions_accepted: true }, exempt, false)).toEqual([])
    for (const tfn of ["optional", "excluded"] as const)
      expect(missingFields({ ...open, fields: { tfn } }, exempt, false)).toEqual([])
  })

  it("a person with a single name can join", () => {
    expect(missingFields(open, { ...everything, identity: identity({ given_name: null }) }, true)).toEqual([])
  })
})

const full = memberProfile(everything, tfn)
const all = Object.keys(full)

const without = (...fields: ReadonlyArray<keyof MemberProfile>): MemberProfile =>
  Object.fromEntries(Object.entries(full).filter(([field]) => !fields.some((left) => left === field)))

const exempt = { ...without("tfn"), tfn_exemption_type: "under_eighteen" as TfnExemptionType }

const sent = (profile: MemberProfile, fields: FundFieldProfile = {}, tfn_exemptions_accepted = false) =>
  Result.match(registrationRequest(profile, { fields, tfn_exemptions_accepted }), {
    onSuccess: (request): unknown => Object.keys(request),
    onFailure: (missing) => ({ missing })
  })

describe("what a fund is sent of the member profile", () => {
  it("everything that was collected, for a fund whose profile names nothing [R-1-15]", () => {
    expect(sent(full)).toEqual(all)
  })

  it("nothing that the fund excludes [R-2.3-17]", () => {
    const fields = { other_name: "excluded", gender: "excluded", tfn: "excluded" } as const
    expect(sent(full, fields)).toEqual(all.filter((field) => !(field in fields)))
  })

  it("nothing that wasn't collected, where the fund doesn't require it [R-2.3-17]", () => {
    expect(sent(without("middle_name", "gender", "email"), { email: "optional" })).toEqual(
      all.filter((field) => !["middle_name", "gender", "email"].includes(field))
    )
  })

  it("an exemption instead of a tax file number, if the fund accepts those, and never both [R-2.3-18]", () => {
    const withoutTfn = all.filter((field) => field !== "tfn")
    expect(sent(exempt, {}, true)).toEqual(["tfn_exemption_type", ...withoutTfn])
    expect(sent({ ...exempt, ...full }, {}, true)).toEqual(all)
    expect(sent(exempt, {}, false)).toEqual({ missing: ["tfn"] })
    expect(sent(exempt, { tfn: "optional" }, false)).toEqual(withoutTfn)
  })

  it("a single name as family name, without a first name", () => {
    expect(sent(without("first_name"))).toEqual(all.filter((field) => field !== "first_name"))
  })

  it("and not at all if it lacks what the fund requires", () => {
    const lacking = sent(without("gender", "postcode"), { gender: "required" })
    expect(lacking).toEqual({ missing: ["postcode", "gender"] })
    expect(sent(without("family_name"))).toEqual({ missing: ["family_name"] })
  })
})
