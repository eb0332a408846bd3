import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { CurrentRequestId } from "@embedded-super/http-manners"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin, adminJson } from "../../test/admin.ts"
import { anEmployer, aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { audit } from "../platform/audit/audit.ts"

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "admin find",
  (it) => {
    it.effect("finds by an id, a partner's id, an ABN and a part of a name, and shows ids alone", () =>
      Effect.gen(function* () {
        const productId = yield* aProduct()
        const employer = yield* anEmployer(productId)
        const found = [{ kind: "employer", id: employer, product_id: productId, state: null }]
        assert.deepStrictEqual((yield* adminJson(`find ${employer}`)).document, found)
        assert.deepStrictEqual((yield* adminJson("find 51824753556")).document, found)
        const { output } = yield* admin("find wattle")
        assert.include(output, `employer  ${employer}  product ${productId}\n`)
        assert.match(output, new RegExp(`^product {2}${productId} {2}product ${productId} {2}wattle$`, "m"))
        assert.notInclude(output, "Wattle Pty Ltd")
      })
    )

    it.effect("says what can't be searched, and records who searched with what kind of term", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { code, output } = yield* admin("find niamh@example.com")
        assert.strictEqual(code, 0)
        assert.match(output, /^Nothing is found\.\nNames, e-mail addresses, .* are sealed/)
        const rows = yield* sql<{
          detail: unknown
          actor_kind: string
        }>`SELECT detail, actor_kind FROM audit_log
          WHERE action = 'records.search' ORDER BY occurred_at DESC LIMIT 1`
        assert.deepStrictEqual(rows, [{ actor_kind: "operator", detail: { term: "text", found: 0 } }])
      })
    )
  }
)

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "admin request show",
  (it) => {
    it.effect("shows the audit entries of a request, and says what the log has", () =>
      Effect.gen(function* () {
        const requestId = "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d2"
        const productId = yield* aProduct()
        yield* audit({
          actor: { kind: "api_key", id: "01a1fb67-1800-7000-8000-0000000000d1" },
          action: "onboarding_session.erase",
          productId,
          entity: { kind: "product", id: productId }
        }).pipe(Effect.provideService(CurrentRequestId, requestId))
        const { code, output } = yield* admin(`request show ${requestId.toUpperCase()}`)
        assert.strictEqual(code, 0)
        assert.match(
          output,
          /onboarding_session\.erase {2}product \S+ {2}by api_key 01a1fb67-\S+ {2}product /
        )
        assert.include(output, `request_id=${requestId}`)
        const none = yield* adminJson("request show 3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d3")
        assert.nestedInclude(none.document, { request_id: "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d3" })
        assert.strictEqual((yield* admin("request show nothing")).code, 1)
      })
    )
  }
)
