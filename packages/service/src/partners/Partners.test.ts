import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, partnerServices } from "../../test/TestPartnerHttp.ts"
import { aProduct } from "../../test/aProduct.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Partners } from "./Partners.ts"
import { Products } from "./Products.ts"

const slugOf = Effect.fnUntraced(function* (partnerId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ slug: string }>`SELECT slug FROM partners WHERE id = ${partnerId}`
  return row?.slug ?? assert.fail()
})

const accessOf = Effect.fnUntraced(function* (id: S.ProductId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT tfn_access_enabled, version FROM products WHERE id = ${id}`
  return row
})

layer(partnerServices(), { excludeTestServices: true })("a partner", (it) => {
  it.effect("is made by the operator with a key that works, and its slug is its own", () =>
    Effect.gen(function* () {
      const partners = yield* Partners
      const { key, partner } = yield* partners.create({ name: "Acacia HR", sandboxed: true })
      const caller = yield* (yield* ApiKeys).authenticate(key)
      assert.deepStrictEqual(
        Option.map(caller, ({ kind, partner_id }) => ({ kind, partner_id })),
        Option.some({ kind: "partner" as const, partner_id: partner.id })
      )
      const again = yield* Effect.flip(partners.create({ name: "Acacia HR", sandboxed: true }))
      assert.strictEqual(again.remedy, "Give another with --slug.")
    })
  )

  it.effect(
    "has webhooks about employer issues off until they are enabled, as each of its products says [R-2.1-17, R-2.1-18, R-5-10]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { partnerId, productId } = yield* aCaller
        const other = yield* aCaller
        const partners = yield* Partners
        const products = yield* Products
        const read = (caller: { readonly partnerId: string; readonly productId: string }) =>
          Effect.map(
            products.get(caller.partnerId as S.PartnerId, caller.productId as S.ProductId),
            ({ data, version }) => [data.employer_issue_webhooks_enabled, version]
          )
        const mine = { partnerId, productId }
        const slug = yield* slugOf(partnerId)
        assert.deepStrictEqual(yield* read(mine), [false, 1])
        assert.isTrue(yield* partners.setIssueWebhooks(slug, true))
        assert.deepStrictEqual(yield* read(mine), [true, 2])
        assert.isFalse(yield* partners.setIssueWebhooks(slug, true))
        assert.deepStrictEqual(yield* read(mine), [true, 2])
        assert.deepStrictEqual(yield* read(other), [false, 1])
        assert.isTrue(yield* partners.setIssueWebhooks(slug, false))
        assert.deepStrictEqual(yield* read(mine), [false, 3])
        assert.deepStrictEqual(
          yield* sql`SELECT actor_kind, partner_id, detail FROM audit_log
          WHERE action = 'partner.issue_webhooks' ORDER BY id`,
          [true, false].map((enabled) => ({
            actor_kind: "operator",
            partner_id: partnerId,
            detail: { changed: ["enabled"], before: { enabled: !enabled }, after: { enabled } }
          }))
        )
      })
  )

  it.effect(
    "has tax file numbers kept for 30 days, until the operator sets 3 to 90, and each setting is recorded",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { partnerId } = yield* aCaller
        const partners = yield* Partners
        const slug = yield* slugOf(partnerId)
        const set = (change: { readonly tfnDays?: number; readonly choiceRecordsKept?: boolean }) =>
          partners.setRetention(slug, { tfnDays: undefined, choiceRecordsKept: undefined, ...change })
        assert.deepStrictEqual(yield* set({ choiceRecordsKept: true }), {
          tfnDays: 30,
          choiceRecordsKept: true
        })
        assert.deepStrictEqual(yield* set({ tfnDays: 3 }), { tfnDays: 3, choiceRecordsKept: true })
        for (const tfnDays of [2, 91]) {
          assert.include((yield* Effect.flip(set({ tfnDays }))).remedy, "3 to 90 days")
        }
        const entries =
          yield* sql`SELECT detail FROM audit_log WHERE action = 'partner.retention' ORDER BY id`
        assert.deepStrictEqual(entries, [
          {
            detail: {
              changed: ["choice_records_kept"],
              before: { choice_records_kept: false },
              after: { choice_records_kept: true }
            }
          },
          { detail: { changed: ["tfn_days"], before: { tfn_days: 30 }, after: { tfn_days: 3 } } }
        ])
      })
  )

  it.effect("has no control characters and nothing invisible in its name, from any source", () =>
    Effect.gen(function* () {
      const partners = yield* Partners
      for (const character of ["\u0007", "\u001b", "\u0085", "\u202e", "\u200b"]) {
        const named = { name: `Banksia${character}Payroll`, sandboxed: true }
        const error = yield* Effect.flip(partners.create(named))
        assert.include(error.problem, "can't be used")
        assert.notInclude(error.problem + error.remedy, character)
      }
    })
  )

  it.effect(
    "reads whole tax file numbers only while the operator grants it to a product, which is recorded",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partners = yield* Partners
        const id = yield* aProduct()
        assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: false, version: 1 })
        yield* partners.setTfnAccess(id, true)
        assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: true, version: 2 })
        yield* partners.setTfnAccess(id, false)
        assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: false, version: 3 })
        const entries =
          yield* sql`SELECT actor_kind, action FROM audit_log WHERE product_id = ${id} ORDER BY id`
        assert.deepStrictEqual(entries, [
          { actor_kind: "operator", action: "product.tfn_access_permit" },
          { actor_kind: "operator", action: "product.tfn_access_withdraw" }
        ])
        const refused = yield* Effect.flip(partners.setTfnAccess("nobody", true))
        assert.strictEqual(refused.problem, "There is no product nobody.")
      })
  )
})
