import { assert, layer } from "@effect/vitest"
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { ProductsHttp } from "../Products.http.ts"

const services = served(apiOf(ProductsGroup), ProductsHttp).pipe(Layer.provideMerge(partnerServices()))

const report = document.components.examples.checkReportConforms.value

const aProduct = Effect.map(aCaller, ({ partnerKey, productId }) => {
  const path = `/api/v1/products/${productId}`
  return {
    path,
    productId,
    read: send(partnerKey, "GET", `${path}/go-live`),
    report: (body: object) => send(partnerKey, "PUT", `${path}/check-report`, { body })
  }
})

const stateOf = ({ items }: S.GoLiveChecklist, kind: string) =>
  items.find((item) => item.kind === kind)?.state

layer(services, { excludeTestServices: true })("the go-live checklist of a product", (it) => {
  it.effect("has the newest report of partner-check, as the partner sent it", () =>
    Effect.gen(function* () {
      const product = yield* aProduct
      const before = (yield* product.read).body.data
      assert.isNull(before.check_report)
      assert.strictEqual(stateOf(before, "check_report"), "missing")

      const failed = { ...report, verdict: "does_not_conform", failed: ["ORDER-3-1"] }
      const refused = yield* product.report(failed)
      assert.strictEqual(refused.status, 200, refused.text)
      assert.strictEqual(stateOf(refused.body.data, "check_report"), "missing")

      const { body } = yield* product.report(report)
      assert.deepStrictEqual(body.data.check_report, report)
      assert.strictEqual(stateOf(body.data, "check_report"), "done")
      assert.deepStrictEqual((yield* product.read).body, body)
    })
  )

  it.effect("sees what is done: a key that works, an address that accepted a delivery", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId, read } = yield* aProduct
      const states = Effect.map(read, ({ body }) =>
        ["product_key", "webhook"].map((kind) => stateOf(body.data, kind))
      )
      assert.deepStrictEqual(yield* states, ["done", "missing"])
      const id = crypto.randomUUID()
      yield* sql`INSERT INTO webhook_endpoints (id, product_id, url, enabled, inserted_at, updated_at)
        VALUES (${id}, ${productId}, 'https://payroll.example.com/webhooks', true, platform_now(), platform_now())`
      assert.deepStrictEqual(yield* states, ["done", "missing"])
      yield* sql`INSERT INTO webhook_leases (endpoint_id, last_success_at) VALUES (${id}, platform_now())
        ON CONFLICT (endpoint_id) DO UPDATE SET last_success_at = excluded.last_success_at`
      assert.deepStrictEqual(yield* states, ["done", "done"])
      yield* sql`UPDATE api_keys SET deactivated_at = platform_now() WHERE product_id = ${productId}`
      assert.deepStrictEqual(yield* states, ["missing", "done"])
    })
  )

  it.effect("takes no report of the other kit, and none with calls", () =>
    Effect.gen(function* () {
      const product = yield* aProduct
      const refusals = [
        [{ ...report, kit: "fund-check" }, "#/kit"],
        [{ ...report, exchanges: [] }, "#/exchanges"]
      ] as const
      for (const [body, pointer] of refusals) {
        const answer = yield* product.report(body)
        assert.strictEqual(answer.status, 422, answer.text)
        assert.deepStrictEqual(
          answer.body.errors.map((error: { readonly pointer: string }) => error.pointer),
          [pointer]
        )
      }
      assert.isNull((yield* product.read).body.data.check_report)
    })
  )

  it.effect("is nobody else's: another partner's product isn't found", () =>
    Effect.gen(function* () {
      const product = yield* aProduct
      const { partnerKey } = yield* aCaller
      const trials = [
        send(partnerKey, "GET", `${product.path}/go-live`),
        send(partnerKey, "PUT", `${product.path}/check-report`, { body: report })
      ]
      for (const trial of trials) assert.deepInclude((yield* trial).body, { status: 404, code: "not_found" })
      assert.isNull((yield* product.read).body.data.check_report)
    })
  )

  it.effect("leaves an entry in the audit log for each report", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const product = yield* aProduct
      yield* product.report(report)
      const entries = yield* sql`SELECT actor_kind, action, entity_id, detail FROM audit_log
        WHERE product_id = ${product.productId} AND action = 'product.check_report'`
      assert.deepStrictEqual(entries, [
        {
          actor_kind: "api_key",
          action: "product.check_report",
          entity_id: product.productId,
          detail: { mode: "certify", verdict: "conforms" }
        }
      ])
    })
  )
})
