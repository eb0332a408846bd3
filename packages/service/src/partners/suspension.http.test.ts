import { assert, layer } from "@effect/vitest"
import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { anOpener, openEmbed, request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer } from "../../test/TestOnboarding.ts"
import { aCaller, apiOf, partnerServices, send, served } from "../../test/TestPartnerHttp.ts"
import { Partners } from "./Partners.ts"
import { ProductsHttp } from "./Products.http.ts"

layer(served(apiOf(ProductsGroup), ProductsHttp).pipe(Layer.provideMerge(partnerServices())), {
  excludeTestServices: true
})("a suspended partner", (it) => {
  it.effect("is refused with each of its keys, until the suspension ends; others aren't", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partners = yield* Partners
      const { partnerId, partnerKey, productId, productKey } = yield* aCaller
      const other = yield* aCaller
      const [row] = yield* sql<{ slug: string }>`SELECT slug FROM partners WHERE id = ${partnerId}`
      const slug = row?.slug ?? ""
      assert.isTrue(yield* partners.setSuspended(slug, true))
      assert.isFalse(yield* partners.setSuspended(slug, true))
      for (const key of [partnerKey, productKey]) {
        const { body, status } = yield* send(key, "GET", `/api/v1/products/${productId}`)
        assert.deepStrictEqual([status, body.code], [403, "partner_suspended"])
      }
      assert.strictEqual(
        (yield* send(other.partnerKey, "GET", `/api/v1/products/${other.productId}`)).status,
        200
      )
      assert.isTrue(yield* partners.setSuspended(slug, false))
      assert.strictEqual((yield* send(partnerKey, "GET", `/api/v1/products/${productId}`)).status, 200)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the embeds of a suspended partner", (it) => {
  it.effect("say so: one that is open, and one that is opened", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { employerId, productId } = yield* anEmployer()
      const path = `/api/v1/employers/${employerId}`
      const token = yield* openEmbed(productId, path, { app: "super_settings" })
      const asked = { product: productId, body: { app: "super_settings" } }
      const made = yield* request("POST", `${path}/generate-embed-url`, asked)
      yield* sql`UPDATE partners SET suspended_at = now()
        WHERE id = (SELECT partner_id FROM products WHERE id = ${productId})`
      const view = yield* request("GET", "/embed-api/v1/employer", { token })
      assert.deepStrictEqual([view.status, view.body.code], [403, "partner_suspended"])
      const opening = { embed_url: made.body.data.embed_url, opener: anOpener() }
      const opened = yield* request("POST", "/embed-api/v1/embed-sessions", { body: opening })
      assert.deepStrictEqual([opened.status, opened.body.code], [401, "embed_url_suspended"])
      assert.strictEqual(opened.body.partner.name, "Wattle")
      // Whoever leaves a shared computer can still end theirs.
      assert.strictEqual(
        (yield* request("DELETE", "/embed-api/v1/embed-sessions/current", { token })).status,
        204
      )
      yield* sql`UPDATE partners SET suspended_at = NULL`
      assert.strictEqual((yield* request("GET", "/embed-api/v1/employer", { token })).status, 401)
    })
  )
})
