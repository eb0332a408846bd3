import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
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
      })
    )
  }
)
