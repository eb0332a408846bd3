import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { aProduct } from "../../../test/aProduct.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { newId } from "../../platform/ids/newId.ts"

const report = document.components.examples.checkReportConforms.value

/** A sandboxed product with all that a live one takes over, and one origin and permission that it doesn't. */
const aTestedProduct = Effect.fnUntraced(function* (webhookUrl: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* aProduct()
  yield* sql`UPDATE products SET target_origins = '{https://payroll.example.com,http://localhost:5001}',
    help_url = 'https://help.example.com/', help_email = 'help@example.com', accent = '#1d6b52',
    technical_contact_email = 'ops@example.com', abandonment_policy = 'staple_then_default',
    tfn_access_enabled = true WHERE id = ${id}`
  yield* sql`INSERT INTO webhook_endpoints (id, product_id, url, enabled, inserted_at, updated_at)
    VALUES (${yield* newId}, ${id}, ${webhookUrl}, true, platform_now(), platform_now())`
  return id
})

const aLivePartner = Effect.fnUntraced(function* (name: string) {
  assert.strictEqual((yield* admin(`partner create ${name} --live`)).code, 0)
  return name.toLowerCase()
})

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "admin product go-live",
  (it) => {
    it.effect("makes a live product with the sandboxed one's settings, and shows its secrets once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tested = yield* aTestedProduct("https://payroll.example.com/webhooks")
        const partner = yield* aLivePartner("Acacia")
        const { code, output } = yield* admin(`product go-live ${tested} --partner ${partner}`)
        assert.strictEqual(code, 0, output)
        const [, id = ""] = /^live product (\S+) \(wattle\) of partner acacia$/m.exec(output) ?? []
        assert.match(output, /^product key, shown this once: product_live_\w+$/m)
        assert.match(output, /^webhook secret, shown this once: whsec_\S+$/m)
        const [live] = yield* sql`SELECT name, sandboxed, target_origins, help_url, help_email, accent,
          technical_contact_email, abandonment_policy, tfn_access_enabled FROM products WHERE id = ${id}`
        assert.deepStrictEqual(live, {
          name: "Wattle",
          sandboxed: false,
          target_origins: ["https://payroll.example.com"],
          help_url: "https://help.example.com/",
          help_email: "help@example.com",
          accent: "#1d6b52",
          technical_contact_email: "ops@example.com",
          abandonment_policy: "staple_then_default",
          tfn_access_enabled: false
        })
        const urls = yield* sql`SELECT url FROM webhook_endpoints WHERE product_id = ${id}`
        assert.deepStrictEqual(urls, [{ url: "https://payroll.example.com/webhooks" }])
        assert.deepStrictEqual(yield* sql`SELECT sandboxed FROM products WHERE id = ${tested}`, [
          { sandboxed: true }
        ])
        const { output: audited } = yield* admin("audit")
        assert.include(audited, "product.go_live")
        assert.notInclude(audited, "product_live_")
      })
    )

    it.effect(
      "shows the live product's checklist, with the report that was sent for the sandboxed one, and what wasn't taken over",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const tested = yield* aTestedProduct("http://localhost:5000/webhooks")
          yield* sql`INSERT INTO product_check_reports VALUES (${tested}, ${JSON.stringify(report)}::jsonb)`
          const partner = yield* aLivePartner("Waratah")
          const { output } = yield* admin(`product go-live ${tested} --partner ${partner}`)
          for (const line of [
            "http://localhost:5001 wasn't taken over: a live product can't use it",
            "http://localhost:5000/webhooks wasn't taken over: a live product can't use it",
            "retention rules are those of the partner waratah: `admin retention` sets them"
          ]) {
            assert.include(output, `\n${line}\n`)
          }
          const [, id = ""] = /^live product (\S+) /m.exec(output) ?? []
          const [, missing = "", toAgree = "", done = ""] = output.split(
            /^missing:\n|^to agree with the partner:\n|^done:\n/m
          )
          for (const [lines, expected] of [
            [missing, `- webhook: There is no webhook address. Set one: PUT /api/v1/products/${id}/webhook.`],
            [missing, `\`admin fund link --product ${id} --fund SLUG\``],
            [missing, "- instance: The service has no instance file"],
            [toAgree, `\`admin product tfn-access ${id} on\``],
            [toAgree, "- text_messages: "],
            [toAgree, "- ato: "],
            [done, "- check_report: The partner reports that its receiver conforms: "],
            [done, "- product_key: "]
          ]) {
            assert.include(lines, expected)
          }
          assert.notInclude(output, "whsec_")
        })
    )

    it.effect("refuses what it can't do, and says what to do instead", () =>
      Effect.gen(function* () {
        const tested = yield* aTestedProduct("https://payroll.example.com/webhooks")
        const live = yield* aProduct({ sandboxed: false })
        const partner = yield* aLivePartner("Correa")
        assert.strictEqual((yield* admin(`product go-live ${tested} --partner ${partner}`)).code, 0)
        for (const [line, problem] of [
          ["nobody", "There is no product nobody."],
          [live, `The product ${live} is live already.`],
          [tested, "is sandboxed, so it can't have a live product.\nMake a live partner with"],
          [`${tested} --partner nobody`, "There is no partner with the slug nobody."],
          [`${tested} --partner ${partner}`, "The partner correa has a live product of this name already: "]
        ] as const) {
          const refused = yield* admin(`product go-live ${line}`)
          assert.strictEqual(refused.code, 1, line)
          assert.include(refused.output, problem)
        }
      })
    )
  }
)
