import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin, adminJson } from "../../../test/admin.ts"
import {
  anEvent,
  aProductWithEndpoint,
  deliveriesOf,
  receiver,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"

layer(TestWebhooks.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the operator's commands for webhooks",
  (it) => {
    it.effect("pause an address, resume it, tell how it is doing, and are audited", () =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
        yield* anEvent(productId, "employer", "employer_settings_changed")
        const [paused, again] = [
          yield* admin(`webhook pause ${productId}`),
          yield* admin(`webhook pause ${productId}`)
        ]
        assert.deepStrictEqual([paused.code, again.code], [0, 1])
        assert.include(again.output, "is paused already")
        const { output } = yield* admin(`webhook status ${productId}`)
        assert.match(
          output,
          /^address 127\.0\.0\.1:9\npaused\npaused since \S+: operator\nlast success never\npending 1\n$/
        )
        const [resumed, twice] = [
          yield* admin(`webhook resume ${productId}`),
          yield* admin(`webhook resume ${productId}`)
        ]
        assert.deepStrictEqual([resumed.code, twice.code], [0, 1])
        const audited = yield* admin("audit")
        for (const action of ["webhook_endpoint.pause", "webhook_endpoint.resume"]) {
          assert.include(audited.output, action)
        }
        assert.include((yield* admin("webhook status nothing")).output, "There is no product with this id")
      })
    )

    for (const [kind, url, answered] of [
      ["a status", undefined, "answered 500"],
      ["no answer", "http://127.0.0.1:9/a-token", "connection_refused"]
    ] as const) {
      it.effect(`show the host of an address and its last error: ${kind}`, () =>
        Effect.gen(function* () {
          const address = url ?? (yield* receiver(() => 500)).url
          const { productId } = yield* aProductWithEndpoint(address)
          const { id } = yield* anEvent(productId, "employer", "employer_settings_changed")
          yield* Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
          const { output } = yield* admin(`webhook status ${productId}`)
          assert.include(output, `address ${new URL(address).host}\n`)
          assert.match(
            output,
            new RegExp(`^last error \\S+Z: ${answered}, employer_settings_changed ${id}$`, "m")
          )
          const { document } = yield* adminJson(`webhook status ${productId}`)
          assert.nestedPropertyVal(document, "last_error.delivery_id", id)
          assert.notProperty(document, "url")
          assert.notInclude(output, "a-token")
        })
      )
    }

    it.effect("show what is paused and due over all partners, by the host of each address", () =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint("https://hooks.example.com/a-token")
        const event = yield* anEvent(productId, "employer", "employer_settings_changed")
        const due = yield* admin("webhook due")
        assert.match(
          due.output,
          new RegExp(`^due \\S+  ${event.id}  employer_settings_changed .* address active$`, "m")
        )
        yield* admin(`webhook pause ${productId}`)
        const { output } = yield* admin("webhook list --status paused")
        assert.match(
          output,
          new RegExp(
            `^${productId}  \\S+/wattle  hooks.example.com  paused  operator, since .*  1 waiting  .*  0 dead$`,
            "m"
          )
        )
        assert.notInclude(output, "a-token")
        assert.deepStrictEqual((yield* adminJson("webhook list --status backing_off")).document, [])
      })
    )

    it.effect("send again what was given up: one webhook, or all of a product", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId } = yield* aProductWithEndpoint("https://hooks.example.com/")
        const [one, other] = [
          yield* anEvent(productId, "employer", "employer_settings_changed"),
          yield* anEvent(productId, "employer", "employer_settings_changed")
        ]
        const dies = sql`UPDATE webhook_deliveries SET state = 'dead', due_at = NULL, last_attempt_at = platform_now()
          WHERE product_id = ${productId}`
        yield* dies
        const { output } = yield* admin(`webhook dead --product ${productId}`)
        for (const { id } of [one, other]) assert.include(output, `${id}  employer_settings_changed`)
        const first = yield* admin(`webhook replay msg_${one.id}`)
        assert.deepStrictEqual(first, { code: 0, output: "1 webhook is sent again\n" })
        assert.deepStrictEqual(
          (yield* deliveriesOf(one.entityId)).map(({ state }) => state),
          ["pending"]
        )
        const again = yield* admin(`webhook replay ${one.id}`)
        assert.strictEqual(again.code, 1)
        assert.match(again.output, /isn't sent again: It is not final yet/)
        yield* dies
        const all = yield* adminJson(`webhook replay --product ${productId}`)
        assert.deepStrictEqual(all.document, { deliveries_count: 2, next_from: null })
        assert.include((yield* admin("audit")).output, "webhook_delivery.replay")
        assert.include(
          (yield* admin(`webhook replay ${productId}`)).output,
          "There is no webhook delivery with the id"
        )
        assert.strictEqual((yield* admin("webhook replay")).code, 1)
      })
    )
  }
)
