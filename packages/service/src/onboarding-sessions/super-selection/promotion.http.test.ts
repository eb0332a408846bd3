import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { chooseAndConfirm, choosing, KEPT, STAPLED } from "../../../test/choosing.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { TestHttp } from "../../../test/TestHttp.ts"

layer(TestHttp.layer, { excludeTestServices: true })("what may be advertised", (it) => {
  const promoting = TestFunds.joinable.map((fund) => ({ ...fund, is_promoted: true }))

  it.effect(
    "nothing, until it is known whether there is a stapled fund; the neutral list is always shown",
    () =>
      Effect.gen(function* () {
        yield* Ref.set(yield* Joinable, promoting)
        const session = yield* choosing()
        assert.deepStrictEqual(session.choices.join.promotion, {
          allowed: false,
          withheld_reason: "stapling_result_unknown",
          fund_products: []
        })
        assert.deepStrictEqual(session.choices.join.fund_products, { count: 1 })
        assert.isAbove((yield* session.search("Super")).length, 3)
        yield* Ref.set(yield* Joinable, TestFunds.joinable)
      })
  )

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
