import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../test/admin.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { aProduct } from "../../test/aProduct.ts"

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the operator's commands for partners",
  (it) => {
    it.effect(
      "make a partner, enable its webhooks about employer issues on request, and leave a trail [R-2.1-18, R-5-10]",
      () =>
        Effect.gen(function* () {
          const made = yield* admin("partner create Boronia")
          assert.strictEqual(made.code, 0)
          const key = /partner_sandbox_\w+/.exec(made.output)?.[0] ?? assert.fail(made.output)
          const on = yield* admin("issue-webhooks on --partner boronia")
          assert.deepStrictEqual(on, {
            code: 0,
            output:
              "webhooks about employer issues of partner boronia are on from now on\n" +
              "of issues that were opened before, automatic resolutions are sent too; they were never announced as opened\n"
          })
          const unknown = yield* admin("issue-webhooks on --partner banksia")
          assert.strictEqual(unknown.code, 1)
          assert.include(unknown.output, "There is no partner with the slug banksia.")
          const listed = yield* admin("key list --partner boronia")
          assert.deepStrictEqual(listed, {
            code: 0,
            output: `${key.slice(0, 24)}  the partner itself  works, never used\n`
          })
          const ended = yield* admin(`key deactivate ${key.slice(0, 24)}`)
          assert.deepStrictEqual(ended, { code: 0, output: "the key no longer works\n" })
          const { output } = yield* admin("audit")
          assert.include(output, "partner.create")
          assert.include(output, "partner.issue_webhooks")
          assert.include(output, "api_key.deactivate")
          assert.notInclude(output, key)
        })
    )

    it.effect("show partners and products by name, with the slugs and ids that other commands take", () =>
      Effect.gen(function* () {
        const before = yield* admin("product list --partner telopea")
        assert.strictEqual(before.code, 1)
        assert.include(before.output, "There is no partner with the slug telopea.")
        const made = yield* admin("partner create Telopea --live")
        const [, id] = /^partner (\S+) /.exec(made.output) ?? []
        assert.include(
          (yield* admin("partner list")).output,
          `telopea  Telopea  live  products 0  issue webhooks off  ${id}\n`
        )
        const productId = yield* aProduct()
        const { output } = yield* admin("product list")
        assert.match(output, new RegExp(`^${productId}  \\S+  .+  sandboxed  whole TFNs off  of \\S+$`, "m"))
        assert.include(output, "missing for going live:\n- instance: ")
        assert.match(output, /to agree for going live:\n- text_messages: .*\n- ato: /)
      })
    )

    it.effect("set who may frame a product's embeds, and what they show, as the partner can", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const productId = yield* aProduct()
        const set = yield* admin(
          `product look ${productId} --target-origin https://a.example.com --target-origin https://b.example.com:443 --accent #1D6B52`
        )
        assert.deepStrictEqual(set, {
          code: 0,
          output: `the embeds of product ${productId} may be framed by https://a.example.com, https://b.example.com\n`
        })
        yield* admin(`product look ${productId} --help-email help@wattle.example.com`)
        const rows = yield* sql`SELECT target_origins, help_url, help_email, accent, version FROM products
          WHERE id = ${productId}`
        assert.deepStrictEqual(rows, [
          {
            target_origins: ["https://a.example.com", "https://b.example.com"],
            help_url: null,
            help_email: "help@wattle.example.com",
            accent: "#1d6b52",
            version: 3
          }
        ])
        for (const flags of ["", "--target-origin https://*.example.com", "--accent green", "--help-url x"]) {
          const refused = yield* admin(`product look ${productId} ${flags}`.trim())
          assert.strictEqual(refused.code, 1, flags)
          assert.include(refused.output, "Give exact origins")
        }
        assert.include(
          (yield* admin("product look nobody --accent #1d6b52")).output,
          "There is no product nobody."
        )
        assert.include((yield* admin("audit")).output, "product.look")
      })
    )
  }
)
