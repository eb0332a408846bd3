import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chooseAndConfirm, choosing, KEPT } from "../../../test/choosing.ts"
import { ok } from "../../../test/embedTabs.ts"
import { products } from "../../../test/TestFunds.ts"
import { TestHttp } from "../../../test/TestHttp.ts"
import { findingsIn } from "../../../test/findings.ts"

const SMSF = {
  fund_abn: "83 914 571 673",
  fund_name: "O'Connor Family Super Fund",
  fund_electronic_service_address: "SMSFDATAFLOW",
  bank_account_bsb: "062-000",
  bank_account_number: "012345678",
  bank_account_name: "O'Connor Family Super Fund",
  member_name: "Niamh O'Connor-Đặng"
}
const KEPT_SMSF = { ...SMSF, fund_abn: "83914571673", bank_account_bsb: "062000", member_number: null }

layer(TestHttp.layer, { excludeTestServices: true })("each way to choose a fund", (it) => {
  it.effect("smsf: a self-managed fund, checked to be regulated, in its normal form", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const { declaration } = session.choices.self_managed
      const choice = {
        source: "smsf",
        declaration_version: declaration.version,
        self_managed_super_fund: SMSF
      }
      assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      const { regulation_checked_at, ...fund } = selection.self_managed_super_fund
      assert.deepStrictEqual(fund, KEPT_SMSF)
      assert.match(regulation_checked_at, /Z$/)
      assert.deepInclude(selection, {
        source: "smsf",
        outcome: "complete",
        select_super_fund_product: null,
        member_verification: null
      })
      assert.deepInclude((yield* session.memberships)[0], {
        fund: { type: "smsf", abn: "83914571673", name: SMSF.fund_name, usi: null },
        member_number: null
      })
      const { text } = yield* session.formText
      for (const phrase of [
        "My self-managed super fund (SMSF)",
        "Fund ABN 83 914 571 673",
        "(ESA) SMSFDATAFLOW",
        "BSB 062-000",
        "Account number 012345678",
        "Member Niamh O'Connor-Đặng",
        "Checked on",
        declaration.text
      ]) {
        assert.include(text, phrase)
      }
    })
  )

  it.effect("smsf: one that the partner passed in is a card, and needs the declaration alone", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ super_details: { smsf: SMSF } })
      const [card] = session.choices.existing.funds
      const { member_number: _, ...shown } = KEPT_SMSF
      assert.deepStrictEqual(card, { source: "partner_supplied", self_managed_super_fund: shown })
      const declaration_version = session.choices.self_managed.declaration.version
      assert.deepStrictEqual(
        yield* chooseAndConfirm(session, { source: "partner_supplied", declaration_version }),
        KEPT
      )
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.isNull(selection.select_super_fund_product)
      assert.strictEqual(selection.self_managed_super_fund.fund_abn, "83914571673")
      const named = { source: "partner_supplied", declaration_version, member_name: "Another Person" }
      const other = yield* (yield* choosing({ super_details: { smsf: SMSF } })).choose(named)
      assert.deepInclude(other.body.errors[0], { pointer: "#/member_name", code: "not_allowed" })
    })
  )

  it.effect(
    "smsf: a member's name that the partner passed in in another script is asked for in Latin letters",
    () =>
      Effect.gen(function* () {
        const session = yield* choosing({ super_details: { smsf: { ...SMSF, member_name: "李小明" } } })
        const source = "partner_supplied"
        const declaration_version = session.choices.self_managed.declaration.version
        for (const [member_name, code] of [
          [undefined, "required"],
          ["李小明", "not_latin"],
          ["-.-", "empty_name"]
        ] as const) {
          const refused = yield* session.choose({ source, declaration_version, member_name })
          assert.strictEqual(refused.status, 422)
          assert.deepInclude(refused.body.errors[0], { pointer: "#/member_name", code })
        }
        const choice = { source, declaration_version, member_name: " Li  Xiaoming " }
        assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)
        const { onboarding_session_super_selection: selection } = yield* session.fetched
        assert.strictEqual(selection.self_managed_super_fund.member_name, "Li Xiaoming")
        assert.include((yield* session.formText).text, "Member Li Xiaoming")
      })
  )

  it.effect("smsf: one that isn't regulated is refused, one that couldn't be checked is marked", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const declaration_version = session.choices.self_managed.declaration.version
      const choose = (change: object) =>
        session.choose({
          source: "smsf",
          declaration_version,
          self_managed_super_fund: { ...SMSF, ...change }
        })
      const refused = yield* choose({ fund_abn: "82000000010" })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], {
        pointer: "#/self_managed_super_fund/fund_abn",
        code: "not_regulated"
      })
      const view = ok(yield* choose({ fund_abn: "89000000019" }))
      assert.deepInclude(view.warnings[0], { step: "super_selection", code: "regulation_not_checked" })
      const { onboarding_session_super_selection: unchecked } = yield* session.fetched
      assert.isNull(unchecked.self_managed_super_fund.regulation_checked_at)
      assert.isEmpty(ok(yield* choose({})).warnings)

      for (const [change, pointer] of [
        [{ fund_abn: "83914571674" }, "fund_abn"],
        [{ bank_account_bsb: "06200" }, "bank_account_bsb"],
        [{ bank_account_number: "1234567890" }, "bank_account_number"],
        [{ fund_electronic_service_address: "" }, "fund_electronic_service_address"],
        [{ member_name: "4711" }, "member_name"],
        [{ member_number: "!!??" }, "member_number"],
        [{ usi: "STA0100AU" }, "usi"]
      ] as const) {
        const wrong = yield* choose(change)
        assert.strictEqual(wrong.status, 422, pointer)
        assert.strictEqual(wrong.body.errors[0].pointer, `#/self_managed_super_fund/${pointer}`)
      }
    })
  )

  it.effect("smsf: the ABN of a fund in the directory is refused with the other mistakes", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const [listed] = yield* session.search(products.correa.usi)
      const fund = { ...SMSF, fund_abn: listed.abn }
      const refusals = (choice: object) =>
        Effect.map(session.choose({ source: "smsf", ...choice }), findingsIn)
      const refusal = "#/self_managed_super_fund/fund_abn not_allowed"
      const declaration_version = session.choices.self_managed.declaration.version
      assert.deepStrictEqual(yield* refusals({ declaration_version, self_managed_super_fund: fund }), [
        refusal
      ])
      assert.sameMembers(
        yield* refusals({
          self_managed_super_fund: { ...fund, bank_account_bsb: "06200", member_name: "4711" }
        }),
        [
          "#/declaration_version required",
          "#/self_managed_super_fund/bank_account_bsb invalid_format",
          refusal,
          "#/self_managed_super_fund/member_name invalid_format"
        ]
      )
    })
  )

  it.effect("smsf: one of a live product can't be checked yet", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ sandboxed: false })
      const declaration_version = session.choices.self_managed.declaration.version
      const choice = { source: "smsf", declaration_version, self_managed_super_fund: SMSF }
      const view = ok(yield* session.choose(choice))
      assert.strictEqual(view.warnings[0].code, "regulation_not_checked")
    })
  )
})
