import { assert, describe, it } from "@effect/vitest"
import { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { employerDetailsFor, makeMembers } from "../../src/fund/caller/synthetic.ts"
import { exampleWith } from "./aFund.ts"

const isMember = Schema.decodeUnknownResult(MemberRegistrationRequest, { errors: "all" })

describe("a person who doesn't exist", () => {
  it("fits the contract, and differs from the others in e-mail address and TFN, also of other runs", () => {
    const persons = [1, 98_765, 2 ** 39].flatMap((run) => {
      const { member } = makeMembers(exampleWith({}), run)
      return Array.from({ length: 300 }, () => member())
    })
    for (const person of persons) assert.isTrue(Result.isSuccess(isMember(person)))
    assert.strictEqual(new Set(persons.map(({ email }) => email)).size, persons.length)
    assert.strictEqual(new Set(persons.map(({ tfn }) => tfn)).size, persons.length)
  })

  it("differs from the others in name and date of birth, and is the same again with the same number", () => {
    const persons = [7, 2 ** 33 + 7].flatMap((run) => {
      const { member } = makeMembers(exampleWith({}), run)
      return Array.from({ length: 300 }, () => member())
    })
    const names = persons.map((one) => `${one.first_name} ${one.family_name} ${one.date_of_birth}`)
    assert.strictEqual(new Set(names).size, persons.length)
    for (const part of ["phone_number", "address_line_1"] as const)
      assert.isAbove(new Set(persons.map((one) => one[part])).size, 20)
    for (const { family_name } of persons) assert.match(String(family_name), /^Test[a-z]{4}$/)
    assert.deepStrictEqual(makeMembers(exampleWith({}), 7).member(), persons[0])
  })

  it("lives at an address whose parts fit each other, also in another state", () => {
    const { member } = makeMembers(exampleWith({}), 1)
    assert.deepInclude(member(), { locality: "Sydney", postcode: "2000", state: "NSW" })
    const darwin = member({ state: "NT" })
    assert.deepInclude(darwin, { locality: "Darwin", postcode: "0800", state: "NT" })
    assert.match(String(darwin.address_line_1), /^\d+ Mitchell Street$/)
    assert.deepInclude(member({ state: "no_such_value" }), { locality: "Sydney", postcode: "2000" })
  })

  it("has what the profile requires, without what it excludes or an override leaves out", () => {
    const profile = exampleWith({ fields: { tfn: "excluded", gender: "required", email: "excluded" } })
    const { member } = makeMembers(profile, 1)
    assert.hasAnyKeys(member(), ["gender"])
    assert.doesNotHaveAnyKeys(member(), ["tfn", "email", "middle_name"])
    assert.strictEqual(member().tfn_exemption_type, "not_quoted")
    assert.doesNotHaveAnyKeys(member({ gender: undefined }), ["gender"])
    const exempt = makeMembers(exampleWith({}), 1).member({ tfn_exemption_type: "pensioner" })
    assert.doesNotHaveAnyKeys(exempt, ["tfn"])
  })
})

it("details of an employer answer what the fund's form asks for, and nothing else", () => {
  const details = employerDetailsFor(exampleWith({}), "2026-11-21T03:14:15Z", { employer_number: "E-1" })
  assert.sameMembers(Object.keys(details.details as object), [
    "industry_code",
    "employee_count",
    "contact_name",
    "contact_email",
    "contact_phone"
  ])
  assert.lengthOf(details.custom_answers as ReadonlyArray<unknown>, 1)
  assert.strictEqual(details.employer_number, "E-1")
})
