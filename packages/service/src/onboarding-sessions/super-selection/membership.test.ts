import { MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { membershipOf } from "./membership.ts"

const kept = (member_details: Record<string, unknown>) =>
  membershipOf(Schema.decodeUnknownSync(MemberRegistrationResponse)({ member_details }))

describe("what is kept of a fund's answer", () => {
  it("the member number, with its leading zeros, and the account number [R-2.4-2]", () => {
    assert.deepStrictEqual<object>(kept({ member_number: "0012345678", account_number: "700123456" }), {
      member_number: "0012345678",
      account_number: "700123456",
      fund_details: []
    })
  })

  it("additional texts, numbers and truth values, to be shown to the employee [R-2.4-4, R-2.4-5]", () => {
    const { fund_details } = kept({
      member_number: "B-1",
      product_name: "Banksia MySuper",
      units: 12.5,
      welcome_pack_sent: true,
      markup: "<script>alert(1)</script>",
      beneficiaries: [{ name: "Tom" }],
      nothing: null,
      "two\nlines": "x",
      too_long: "x".repeat(501)
    })
    assert.deepStrictEqual(
      fund_details.map(({ label, value }) => [label, value]),
      [
        ["Product name", "Banksia MySuper"],
        ["Units", "12.5"],
        ["Welcome pack sent", "Yes"],
        ["Markup", "<script>alert(1)</script>"]
      ]
    )
  })

  it("twenty of them at most", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, index]))
    assert.lengthOf(kept({ member_number: "B-1", ...many }).fund_details, 20)
  })
})
