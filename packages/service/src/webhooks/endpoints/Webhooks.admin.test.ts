import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin } from "../../../test/admin.ts"
import { anEvent, aProductWithEndpoint, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"

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
        assert.match(output, /^paused\npaused since \S+: operator\nlast success never\npending 1\n$/)
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
  }
)
