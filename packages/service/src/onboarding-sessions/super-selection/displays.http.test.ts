import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"
import { choosing, STAPLED, chooseAndConfirm, KEPT } from "../../../test/choosing.ts"
import { ok } from "../../../test/embedTabs.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { request, TestHttp } from "../../../test/TestHttp.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { type PromotionCase, promotionOf } from "./choosable.ts"

/** The record of a session's displays: the seen parts of each, with the time when they were first seen. */
const seen = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ shown: Record<string, string> }>`
    SELECT shown FROM fund_displays WHERE session_id = ${id} ORDER BY id`
  return rows.map(({ shown }) => shown)
})

const promoting = TestFunds.joinable.map((fund) => ({ ...fund, is_promoted: true }))

/** The services that a session with advertised funds needs. */
const advertised = Effect.gen(function* () {
  yield* Ref.set(yield* Joinable, promoting)
  const session = yield* choosing({ stapling: STAPLED })
  yield* Ref.set(yield* Joinable, TestFunds.joinable)
  return session
})

layer(TestHttp.layer, { excludeTestServices: true })("what the employee has seen of the choices", (it) => {
  it.effect("is recorded under the display, door by door; what was recorded stays", () =>
    Effect.gen(function* () {
      const session = yield* advertised
      assert.deepStrictEqual(yield* seen(session.id), [{}])
      const first = yield* session.shown({ doors: ["join"], advertisement: true })
      assert.strictEqual(first.status, 204)
      assert.lengthOf(first.bytes, 0)
      const [before] = yield* seen(session.id)
      assert.hasAllKeys(before, ["join", "advertisement"])
      const more = yield* session.shown({ doors: ["existing", "join"] })
      assert.strictEqual(more.status, 204)
      const [after] = yield* seen(session.id)
      assert.hasAllKeys(after, ["join", "advertisement", "existing"])
      assert.deepInclude(after, before as object)
      yield* session.shown({ doors: [], advertisement: false })
      yield* session.shown({ doors: ["existing", "join"] })
      assert.deepStrictEqual(yield* seen(session.id), [after])
    })
  )

  it.effect("is refused for another session's display, and for one that doesn't exist", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const other = yield* choosing()
      for (const display of [other.choices.display_id, "01a1fb67-1800-7000-8000-0000000000ff", "x"]) {
        const answer = yield* session.shown({ doors: ["join"] }, display)
        assert.deepInclude(answer.body, { status: 404, code: "not_found" })
      }
      assert.deepStrictEqual(yield* seen(other.id), [{}])
    })
  )

  it.effect("is refused where nothing was advertised, for an unknown door, and after the confirmation", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const untrue = yield* session.shown({ doors: ["join"], advertisement: true })
      assert.deepInclude(untrue.body.errors[0], { pointer: "#/advertisement", code: "not_allowed" })
      const unknown = yield* session.shown({ doors: ["back"] })
      assert.deepInclude(unknown.body.errors[0], { pointer: "#/doors/0", code: "not_allowed" })
      assert.deepStrictEqual(yield* seen(session.id), [{}])

      ok(
        yield* session.choose({
          source: "existing",
          fund_product_id: products.correa.id,
          member_number: "12"
        })
      )
      assert.strictEqual((yield* session.shown({ doors: ["existing"] })).status, 204)
      yield* session.confirm
      const late = yield* session.shown({ doors: ["join"] })
      assert.deepInclude(late.body, { status: 409, code: "onboarding_closed" })
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the funds to join", (it) => {
  it.effect("are listed in pages beside the choices, which have only their count", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      assert.deepStrictEqual(session.choices.join.fund_products, { count: 1 })
      const [found, ...others] = ok(yield* session.listed())
      assert.deepInclude(found, { id: products.acacia.id, can_register: true })
      assert.isEmpty(others)
      assert.isEmpty(ok(yield* session.listed("&query=Correa")))
      assert.lengthOf(ok(yield* session.listed("&query=Acacia&limit=1")), 1)
      const choice = { source: "join_new", consent_version: session.choices.join.consent.version }
      const unlisted = yield* session.choose({ ...choice, fund_product_id: products.banksia.id })
      assert.deepInclude(unlisted.body, { status: 409, code: "fund_choices_changed" })
      ok(yield* session.choose({ ...choice, fund_product_id: found.id }))
    })
  )

  it.effect("are no list of the super settings, and no other door has one", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const path = "/embed-api/v1/fund-products?door=join"
      const refused = yield* request("GET", path, { token: session.settingsToken })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], { in: "query", pointer: "#/door", code: "not_allowed" })
      const other = yield* request("GET", "/embed-api/v1/fund-products?door=existing", {
        token: session.token
      })
      assert.deepInclude(other.body.errors[0], { in: "query", pointer: "#/door", code: "not_allowed" })
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what may be advertised", (it) => {
  const promoting = TestFunds.joinable.map((fund) => ({ ...fund, is_promoted: true }))

  it.effect("beside the stapled fund, with the disclaimer, and each display is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Ref.set(yield* Joinable, promoting)
      const session = yield* choosing({ stapling: STAPLED })
      const { existing, join } = session.choices
      assert.strictEqual(existing.funds[0].source, "stapled")
      assert.isTrue(join.promotion.allowed)
      assert.match(join.promotion.disclaimer.text, /^Advertisement\./)
      assert.deepStrictEqual(
        join.promotion.fund_products.map(({ id }: { id: string }) => id),
        [products.acacia.id]
      )
      assert.strictEqual((yield* session.choicesNow).display_id, session.choices.display_id)
      yield* Ref.set(yield* Joinable, TestFunds.joinable)
      const later = yield* session.choicesNow
      assert.strictEqual(later.join.promotion.withheld_reason, "turned_off")
      const rows = yield* sql<{ displayed: unknown }>`SELECT displayed FROM fund_displays
        WHERE session_id = ${session.id} ORDER BY id`
      const shared = {
        stapling_status: "found",
        existing: [{ source: "stapled", fund_product_id: products.correa.id }],
        join: [products.acacia.id],
        employer_default: products.acacia.id,
        employer_default_can_register: true
      }
      assert.deepStrictEqual(
        rows.map(({ displayed }) => displayed),
        [
          { ...shared, promoted: [products.acacia.id], promotion_withheld: null },
          { ...shared, promoted: [], promotion_withheld: "turned_off" }
        ]
      )
    })
  )

  it.effect("the ATO is asked once for a session, and the tax file number opened for it is audited", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* choosing({ stapling: STAPLED })
      yield* session.choicesNow
      const rows = yield* sql<{ action: string; purpose: string | null }>`
        SELECT action, detail ->> 'purpose' AS purpose FROM audit_log
        WHERE entity_id = ${session.id} AND action NOT LIKE '%.accept' ORDER BY id`
      assert.deepStrictEqual(rows, [
        { action: "stapled_fund.request", purpose: null },
        { action: "tax_file_number.decrypt", purpose: "stapled_fund_request" }
      ])
    })
  )

  it.effect("the employee can choose also when the ATO doesn't answer", () =>
    Effect.gen(function* () {
      const session = yield* choosing({
        stapling: { status: "connected", outcome: "unavailable", declarations_accepted: true }
      })
      assert.strictEqual(session.choices.existing.stapling.status, "unavailable")
      const choice = { source: "existing", fund_product_id: products.correa.id, member_number: "12" }
      assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)
    })
  )
})

const passed = products.acacia
const variant = (change: Partial<FundProduct>): FundProduct => ({ ...products.banksia, ...change })

const failed = variant({ performance_test: "failed" })
const notAssessed = variant({ performance_test: "not_assessed" })
const notMySuper = variant({ is_mysuper: false })
const closed = variant({ is_open_to_new_members: false })

const say = (given: PromotionCase) => {
  const promotion = promotionOf(given)
  return promotion.allowed
    ? promotion.fund_products.map(({ id }) => id)
    : `withheld: ${promotion.withheld_reason}`
}

type Row = readonly [
  what: string,
  stapling: PromotionCase["stapling"],
  isStapledFundShown: boolean,
  advertised: ReadonlyArray<FundProduct>,
  want: string | ReadonlyArray<string>
]

const UNKNOWN = "withheld: stapling_result_unknown"
const INELIGIBLE = "withheld: no_eligible_product"

/** The policy of D-advertising, row by row. */
const ROWS: ReadonlyArray<Row> = [
  ["(a) the ATO wasn't asked", "not_asked", false, [passed], UNKNOWN],
  ["(a) the ATO has yet to answer", "pending", false, [passed], UNKNOWN],
  ["(a) the ATO didn't answer", "unavailable", false, [passed], UNKNOWN],
  ["(a) the ATO doesn't know the person", "unmatched", false, [passed], UNKNOWN],
  ["(a) an answer that is lost, though a card is shown", "unavailable", true, [passed], UNKNOWN],
  ["there is no stapled fund", "none", false, [passed], [passed.id]],
  ["(b) the stapled fund is shown", "found", true, [passed], [passed.id]],
  ["(b) the stapled fund can't be shown", "found", false, [passed], "withheld: stapled_fund_not_shown"],
  ["nothing is advertised", "none", false, [], "withheld: turned_off"],
  ["(c) not a MySuper product", "none", false, [notMySuper], INELIGIBLE],
  ["(c) the test failed", "found", true, [failed], INELIGIBLE],
  ["(c) the test wasn't taken", "none", false, [notAssessed], INELIGIBLE],
  ["closed to new members", "none", false, [closed], INELIGIBLE],
  ["what isn't eligible is left out", "none", false, [failed, passed, notMySuper], [passed.id]],
  [
    "four at most, in the order of the neutral list",
    "found",
    true,
    ["1", "2", "3", "4", "5"].map((id) => ({ ...passed, id: id as FundProduct["id"] })),
    ["1", "2", "3", "4"]
  ]
]

describe("the advertising policy", () => {
  it.each(ROWS)("%s (%s)", (_, stapling, isStapledFundShown, advertised, want) => {
    expect(say({ stapling, isStapledFundShown, advertised })).toEqual(want)
  })
})
