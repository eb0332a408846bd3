import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as S from "@embedded-super/contracts/schemas"
import { chooseAndConfirm, choosing, KEPT } from "../../../test/choosing.ts"
import { ok } from "../../../test/embedTabs.ts"
import { products } from "../../../test/TestFunds.ts"
import { TestHttp } from "../../../test/TestHttp.ts"
import { findingsIn } from "../../../test/findings.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { SessionEndings } from "../SessionEndings.ts"

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
    })
  )

  it.effect("smsf: the ABN of a fund in the directory is refused", () =>
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

const FUND = { fund_name: "Grevillea  Staff Super", abn: "61 000 000 002", usi: "GRE0001AU" }
const KEPT_FUND = { fund_name: "Grevillea Staff Super", abn: "61000000002", usi: "GRE0001AU" }
const CHOICE = { source: "existing", unlisted_fund: FUND, member_number: " GS-44 71 " }

/** Changes of the choice, and a finding on each. */
const REFUSED: ReadonlyArray<readonly [change: object, want: string]> = [
  [{ unlisted_fund: { ...FUND, usi: products.correa.usi } }, "#/unlisted_fund/usi not_allowed"],
  [{ fund_product_id: products.correa.id }, "#/unlisted_fund not_allowed"],
  [{ unlisted_fund: { ...FUND, abn: "61 000 000 003" } }, "#/unlisted_fund/abn invalid_checksum"],
  [{ unlisted_fund: { fund_name: "Grevillea" } }, "#/unlisted_fund/abn required"],
  [{ unlisted_fund: { ...FUND, bsb: "062000" } }, "#/unlisted_fund/bsb unknown_property"],
  [{ member_number: undefined }, "#/member_number required"],
  [{ member_number: "!!??" }, "#/member_number invalid_format"],
  [{ member_number: "-/ ." }, "#/member_number invalid_format"],
  [{ source: "join_new", member_number: undefined }, "#/unlisted_fund not_allowed"]
]

layer(TestHttp.layer, { excludeTestServices: true })("a fund that isn't in the directory", (it) => {
  it.effect("is named with its member number; the view warns, and the partner reads it apart [R-1-6]", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const view = ok(yield* session.choose(CHOICE))
      assert.deepStrictEqual(view.collected.super_selection.unlisted_fund, KEPT_FUND)
      assert.notProperty(view.collected.super_selection, "fund_product")
      assert.deepStrictEqual(
        view.warnings.map(({ code, pointer, step }: S.EmbedWarning) => [step, pointer, code]),
        [["super_selection", "#/unlisted_fund", "fund_not_listed"]]
      )
      assert.deepStrictEqual(yield* chooseAndConfirm(session, CHOICE), KEPT)

      const { data_delivery_state, onboarding_session_super_selection: selection } = yield* session.fetched
      assert.strictEqual(data_delivery_state, "completed")
      assert.deepInclude(selection, {
        source: "existing",
        outcome: "complete",
        select_super_fund_product: null,
        self_managed_super_fund: null,
        unlisted_super_fund: { ...KEPT_FUND, member_number: "GS-44 71" },
        member_verification: { confidence: "low", mvr_received_at: null }
      })
      assert.deepInclude((yield* session.memberships)[0], {
        fund: { type: "regulated", abn: KEPT_FUND.abn, name: KEPT_FUND.fund_name, usi: KEPT_FUND.usi },
        member_number: "GS-44 71",
        is_current: true
      })
      const { text } = yield* session.formText
      for (const said of [
        "Fund name Grevillea Staff Super",
        "Fund ABN 61 000 000 002",
        "(USI) GRE0001AU",
        "Member number GS-44 71",
        "In the directory of funds No: the employer checks the fund before paying"
      ]) {
        assert.include(text, said)
      }
    })
  )

  it.effect("opens an issue for the payroll user when it is confirmed, and not before", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      ok(yield* session.choose(CHOICE))
      assert.isEmpty(yield* issuesOf(session.employerId))
      yield* session.confirm
      const [issue, ...others] = yield* issuesOf(session.employerId)
      assert.deepInclude(issue, { kind: "fund_not_listed", status: "open", session_id: session.id })
      assert.isNotNull(issue?.employee_id)
      assert.isEmpty(others)
    })
  )

  it.effect("may have no USI; a listed fund chosen instead takes the warning away", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const { usi: _, ...bare } = FUND
      const view = ok(yield* session.choose({ ...CHOICE, unlisted_fund: bare }))
      assert.notProperty(view.collected.super_selection.unlisted_fund, "usi")
      const listed = { source: "existing", fund_product_id: products.correa.id, member_number: "12" }
      const next = ok(yield* session.choose(listed))
      assert.isEmpty(next.warnings)
      assert.notProperty(next.collected.super_selection, "unlisted_fund")
      yield* session.confirm
      assert.isEmpty(yield* issuesOf(session.employerId))
    })
  )

  it.effect.each(REFUSED)("with %j is refused", ([change, want]) =>
    Effect.gen(function* () {
      const refused = yield* (yield* choosing()).choose({ ...CHOICE, ...change })
      assert.include(findingsIn(refused), want)
      assert.notInclude(JSON.stringify(refused.body.errors), "000")
    })
  )

  it.effect("is stored sealed, and erased with the session", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* choosing()
      yield* chooseAndConfirm(session, CHOICE)
      const stored = Effect.map(
        sql<{ text: string; sealed: boolean }>`SELECT s::text || encode(s.unlisted, 'escape') AS text,
          unlisted IS NOT NULL AS sealed FROM super_selections s WHERE session_id = ${session.id}`,
        ([row]) => row
      )
      assert.isTrue((yield* stored)?.sealed)
      for (const text of ["Grevillea", "61000000002", "GS-44 71"])
        assert.notInclude((yield* stored)?.text, text)
      const by = { actor: { kind: "system" } } as const
      yield* (yield* SessionEndings).erase(session.productId, session.id, by)
      assert.isFalse((yield* stored)?.sealed)
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.isNull(selection.unlisted_super_fund)
      assert.isEmpty(yield* session.memberships)
    })
  )
})
