import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { choosing } from "../../../test/choosing.ts"
import type { Answer } from "../../../test/TestHttp.ts"
import { TestHttp } from "../../../test/TestHttp.ts"

const findings = ({ body, status }: Answer) => {
  assert.strictEqual(status, 422, JSON.stringify(body))
  return (body.errors as ReadonlyArray<S.FieldError>)
    .map(({ code, pointer }) => `${pointer} ${code}`)
    .toSorted()
}

const NOBODY = "01a1fb67-1800-7000-8000-0000000000ff"

/** Each row: the step, a body whose mistakes the schema and the rules share, and every finding. */
const ROWS: ReadonlyArray<readonly [step: string, body: object, want: ReadonlyArray<string>]> = [
  [
    "identity",
    { title: "other", given_name: "Niamh ♥", middle_name: 7, gender: "unknown", date_of_birth: "2023-02-29" },
    [
      "#/date_of_birth invalid_format",
      "#/family_name required",
      "#/gender not_allowed",
      "#/given_name invalid_name",
      "#/middle_name wrong_type",
      "#/title_other required"
    ]
  ],
  [
    "identity",
    { title: "other", title_other: 7, family_name: "♥", date_of_birth: "2031-01-01" },
    ["#/date_of_birth date_in_future", "#/family_name invalid_name", "#/title_other wrong_type"]
  ],
  [
    "contact",
    { email: "niamh", phone_number: "+1 234 5678", address: { address_line_1: "12 Banksia Street" } },
    [
      "#/address/locality required",
      "#/address/postcode required",
      "#/address/state required",
      "#/email invalid_format",
      "#/phone_number invalid_phone_number"
    ]
  ],
  [
    "tax",
    { tfn: "12 345 678", notice_version: "tfn-notice-2020", colour: "blue" },
    ["#/colour unknown_property", "#/notice_version not_allowed", "#/tfn too_short"]
  ],
  [
    "super-disclaimer",
    { accepted_version: "old", agreed: true },
    ["#/accepted_version not_allowed", "#/agreed unknown_property"]
  ],
  [
    "super-selection",
    { source: "existing", display_id: NOBODY.replace("0", "x"), consent_version: "consent-2020" },
    [
      "#/consent_version not_allowed",
      "#/display_id invalid_format",
      "#/fund_product_id required",
      "#/member_number required"
    ]
  ],
  [
    "super-selection",
    { source: "smsf", display_id: NOBODY, self_managed_super_fund: { fund_abn: "1" } },
    [
      "#/declaration_version required",
      "#/self_managed_super_fund/bank_account_bsb required",
      "#/self_managed_super_fund/bank_account_name required",
      "#/self_managed_super_fund/bank_account_number required",
      "#/self_managed_super_fund/fund_abn invalid_format",
      "#/self_managed_super_fund/fund_electronic_service_address required",
      "#/self_managed_super_fund/fund_name required",
      "#/self_managed_super_fund/member_name required"
    ]
  ],
  ["super-selection", { source: "fund", display_id: "x" }, ["#/display_id too_short", "#/source not_allowed"]]
]

layer(TestHttp.layer, { excludeTestServices: true })("a body with several mistakes", (it) => {
  it.effect.each(ROWS)("of %s, %j, is refused once, with all findings", ([step, body, want]) =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const refused = yield* session.put(step, body)
      assert.deepStrictEqual(findings(refused), want)
      assert.notMatch(JSON.stringify(refused.body.errors), /345|♥/)
    })
  )
})
