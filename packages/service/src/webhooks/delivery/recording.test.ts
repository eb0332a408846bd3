import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestTimeline } from "../../../test/TestTimeline.ts"
import { anEvent, passTime, aSendingWorker, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"

layer(TestTimeline.under(TestWebhooks.layer), { excludeTestServices: true })(
  "an attempt in the time line",
  (it) => {
    it.effect("carries its own span, so that what the receiver does follows it, and keeps its headers", () =>
      Effect.gen(function* () {
        const { partner, productId, worker } = yield* aSendingWorker((_, nth) => (nth === 1 ? 500 : 204))
        yield* anEvent(productId, "employer", "employer_settings_changed")
        yield* worker.untilIdle
        yield* passTime("10 seconds")
        yield* worker.untilIdle
        const sent = partner.arrivals.map(({ headers }) => String(headers["traceparent"]))
        assert.lengthOf(new Set(sent), 2)

        const reader = yield* TimelineReader
        const attempts = yield* reader.list({ after: 0, limit: 10, kind: "webhook_attempted" })
        assert.deepStrictEqual(
          attempts.map(({ span_id }) => String(span_id)),
          sent.map((traceparent) => traceparent.split("-")[2] ?? "")
        )
        const [first] = attempts
        const exchange = yield* reader.exchangeOf(first?.seq ?? 0)
        assert.strictEqual(exchange._tag, "Some")
        const { request } = exchange._tag === "Some" ? exchange.value : { request: null }
        const arrived = partner.arrivals[0]?.headers
        assert.deepStrictEqual(request?.headers["webhook-timestamp"], arrived?.["webhook-timestamp"])
        assert.strictEqual(request?.headers["webhook-id"], arrived?.["webhook-id"])
      })
    )
  }
)

layer(TestWebhooks.layer, { excludeTestServices: true })("an attempt without the time line", (it) => {
  it.effect("carries no span", () =>
    Effect.gen(function* () {
      const { partner, productId } = yield* aSendingWorker()
      yield* anEvent(productId, "employer", "employer_settings_changed")
      const [arrival] = yield* partner.next(1)
      assert.notProperty(arrival?.headers, "traceparent")
    })
  )
})
