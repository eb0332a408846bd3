import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type * as S from "@embedded-super/contracts/schemas"
import { choosing } from "../../../test/choosing.ts"
import { products } from "../../../test/TestFunds.ts"
import { openEmbed, request, TestHttp } from "../../../test/TestHttp.ts"
import { findingsIn } from "../../../test/findings.ts"
import { aSession } from "../../../test/TestOnboarding.ts"
import { type Known, stepRules } from "./stepInput.ts"

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
    { title: "other", title_other: 7, family_name: "♥", gender: "other", date_of_birth: "2099-01-01" },
    [
      "#/date_of_birth date_in_future",
      "#/family_name invalid_name",
      "#/gender_other required",
      "#/title_other wrong_type"
    ]
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
    { source: "fund", display_id: "x" },
    ["#/display_id too_short", "#/source not_allowed"]
  ],
  [
    "super-selection",
    { source: "smsf", display_id: NOBODY, self_managed_super_fund: { fund_abn: 7, member_name: "♥" } },
    [
      "#/declaration_version required",
      "#/self_managed_super_fund/bank_account_bsb required",
      "#/self_managed_super_fund/bank_account_name required",
      "#/self_managed_super_fund/bank_account_number required",
      "#/self_managed_super_fund/fund_abn wrong_type",
      "#/self_managed_super_fund/fund_electronic_service_address required",
      "#/self_managed_super_fund/fund_name required",
      "#/self_managed_super_fund/member_name invalid_name"
    ]
  ]
]

/** Rows with rules that need stored data: the session's contacts and answers, the directory, the employer's fund. */
const STORED: typeof ROWS = [
  [
    "contact",
    { email: "other@example.com", phone_number: 7 },
    ["#/address required", "#/email not_allowed", "#/phone_number wrong_type"]
  ],
  [
    "tax",
    { tfn_exemption_type: "under_eighteen", notice_version: 7 },
    ["#/notice_version wrong_type", "#/tfn_exemption_type not_allowed"]
  ],
  [
    "super-selection",
    { source: "existing", fund_product_id: NOBODY, member_number: 7 },
    ["#/display_id required", "#/fund_product_id not_found", "#/member_number wrong_type"]
  ],
  [
    "super-selection",
    {
      source: "existing",
      unlisted_fund: { fund_name: "Correa Super", usi: products.correa.usi },
      member_number: "1234"
    },
    ["#/display_id required", "#/unlisted_fund/abn required", "#/unlisted_fund/usi not_allowed"]
  ],
  [
    "super-selection",
    { source: "employer_default", display_id: 7 },
    ["#/consent_version required", "#/display_id wrong_type"]
  ]
]

/** The token of a session whose phone has to be verified; the partner has given its number. */
const unverified = Effect.flatMap(aSession({ email_validated: false }), ({ id, productId }) =>
  openEmbed(productId, `/api/v1/onboarding-session/${id}`, {})
)

layer(TestHttp.layer, { excludeTestServices: true })("a body with several mistakes", (it) => {
  it.effect.each(ROWS)("of %s, %j, is refused once, with all findings", ([step, body, want]) =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const refused = yield* session.put(step, body)
      assert.deepStrictEqual(findingsIn(refused), want)
      assert.notMatch(JSON.stringify(refused.body.errors), /345|♥/)
    })
  )

  it.effect.each(STORED)("of %s, %j, is refused once, also by what is stored", ([step, body, want]) =>
    Effect.gen(function* () {
      const session = yield* choosing()
      assert.deepStrictEqual(findingsIn(yield* session.put(step, body)), want)
    })
  )

  it.effect("is refused once too where a code is requested", () =>
    Effect.gen(function* () {
      const token = yield* unverified
      const code = (body: object) =>
        request("POST", "/embed-api/v1/onboarding/phone-verification", { token, body })
      assert.deepStrictEqual(findingsIn(yield* code({ phone_number: "0491 570 156", colour: "blue" })), [
        "#/colour unknown_property",
        "#/phone_number not_allowed"
      ])
    })
  )
})

const known = { details: { tax: null } } as Known
const TODAY = "2026-11-21" as S.CalendarDate

const findings = (members: object) =>
  stepRules
    .saveIdentity(
      { members: members as Partial<S.EmbedIdentityStep>, names: Object.keys(members) },
      known,
      TODAY
    )
    .map(({ code, pointer }) => `${pointer} ${code}`)

describe("the identity step takes names that funds can read", () => {
  it.each([
    ["Niamh", "O'Connor-Đặng"],
    ["Zoë", "Nguyễn"],
    ["Kaʻana", "Şahin"]
  ])("%s %s", (given_name, family_name) => {
    expect(findings({ given_name, family_name })).toEqual([])
  })

  it.each(["小龙", "李", "محمد", "สมชาย", "Иван", "Li 李"])("%s isn't in Latin letters", (name) => {
    expect(findings({ given_name: name, family_name: name, previous_family_name: name })).toEqual([
      "#/given_name not_latin",
      "#/family_name not_latin",
      "#/previous_family_name not_latin"
    ])
  })

  it("says that a placeholder is none, and says one thing of each name", () => {
    expect(findings({ given_name: "N/A", family_name: "李2", middle_name: "Áine" })).toEqual([
      "#/given_name empty_name",
      "#/family_name invalid_name"
    ])
  })

  it("leaves own words for a title alone: they go to no fund", () => {
    expect(findings({ family_name: "Li", title: "other", title_other: "先生" })).toEqual([])
  })
})
