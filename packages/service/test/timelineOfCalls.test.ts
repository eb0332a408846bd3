/** Calls to the service in the time line: the call, its consequences, and nothing that a caller may not see there. */
import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { noteCalls } from "../src/platform/timeline/noteCalls.ts"
import { TimelineReader } from "../src/platform/timeline/TimelineReader.ts"
import { ProductsHttp } from "../src/partners/Products.http.ts"
import { aProduct } from "./aProduct.ts"
import { products } from "./TestFunds.ts"
import { openEmbed, request, TestHttp } from "./TestHttp.ts"
import { aCaller, apiOf, partnerServices, send, served } from "./TestPartnerHttp.ts"
import { storyOf, TestTimeline } from "./TestTimeline.ts"
import { termsAccepted } from "./TestSettings.ts"

/** The newest entry of a call, with its request and answer. */
const newest = Effect.gen(function* () {
  const reader = yield* TimelineReader
  const seq = yield* reader.lastSeq
  const calls = (yield* reader.after(0, 1000)).filter(({ kind }) => kind === "call_received")
  const entry = calls.at(-1) ?? assert.fail(`no call among ${seq} entries`)
  const exchange = yield* reader.exchangeOf(entry.seq)
  return { entry, exchange: exchange._tag === "Some" ? exchange.value : assert.fail("nothing is kept") }
})

const partnerApi = Layer.unwrap(
  Effect.map(noteCalls, (noted) => served(apiOf(ProductsGroup), ProductsHttp, noted))
).pipe(Layer.provideMerge(partnerServices({ dev: true })))

layer(TestTimeline.under(partnerApi), { excludeTestServices: true })("a partner's call", (it) => {
  it.effect("is the cause of what it changes", () =>
    Effect.gen(function* () {
      const { partnerKey, productId } = yield* aCaller
      const path = `/api/v1/products/${productId}/webhook`
      yield* send(partnerKey, "PUT", path, { body: { url: "http://localhost:9/hooks" } })
      yield* send(partnerKey, "POST", `${path}/rotate-secret`)
      const story = yield* storyOf({ id: productId })
      assert.deepStrictEqual(
        story
          .slice(-4)
          .map((line) => line.replace(/Wattle \d+/, "Wattle").replace(/until \d+ \w+/, "until a day")),
        [
          "Wattle called setProductWebhook (set the webhook address) and was answered 200.",
          "· The partner set the address of the webhook endpoint.",
          "Wattle called rotateWebhookSecret (rotate the webhook secret) and was answered 200.",
          "· The webhook secret was replaced; until a day both sign."
        ]
      )
    })
  )

  it.effect("that is refused says why, and leaves nothing else", () =>
    Effect.gen(function* () {
      const { partnerKey } = yield* aCaller
      const nobody = "00000000-0000-7000-8000-000000000000"
      yield* send(partnerKey, "POST", `/api/v1/products/${nobody}/webhook/rotate-secret`)
      const { entry } = yield* newest
      assert.deepInclude(entry, {
        outcome: "refused",
        status: 404,
        path: `/api/v1/products/${nobody}/webhook/rotate-secret`
      })
      assert.match(
        entry.summary,
        /called rotateWebhookSecret \(rotate the webhook secret\) and was answered 404 \(not_found\)\.$/
      )
      yield* send("product_sandbox_unknown", "GET", `/api/v1/products/${nobody}`)
      assert.match(
        (yield* newest).entry.summary,
        /^A caller called getProduct \(fetch a product\) and was answered 401/
      )
    })
  )

  it.effect("to an unknown path shows no more of the path than words and ids", () =>
    Effect.gen(function* () {
      yield* send("", "GET", "/api/v1/employees/niamh@example.com/tfn/123456782?name=Niamh")
      const { entry } = yield* newest
      assert.strictEqual(entry.path, "/api/v1/employees/…/tfn/…")
    })
  )
})

layer(TestTimeline.under(TestHttp.layerNoted), { excludeTestServices: true })(
  "a call from an embed",
  (it) => {
    it.effect("is the employer's or the employee's, and the cause of each state and event", () =>
      Effect.gen(function* () {
        const product: string = yield* aProduct()
        const body = { abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1" }
        const { body: made } = yield* request("POST", "/api/v1/employers", { product, body })
        const employer = `/api/v1/employers/${made.data.id}`
        const settings = yield* openEmbed(product, employer, { app: "super_settings" })
        yield* request("PUT", "/embed-api/v1/employer/default-fund", {
          token: settings,
          headers: { "accept-encoding": "gzip" },
          body: { ...termsAccepted, fund_product_id: products.acacia.id }
        })
        const { entry, exchange } = yield* newest
        assert.strictEqual(
          entry.summary,
          "The employer called chooseDefaultFund (choose the default fund) and was answered 200."
        )
        assert.deepInclude(entry.about, { kind: "employer", id: made.data.id })
        assert.strictEqual(JSON.parse(exchange.request?.body ?? "").fund_product_id, products.acacia.id)
        assert.property(JSON.parse(exchange.answer?.body ?? "").data, "default_fund")
        const story = yield* storyOf({ id: made.data.id })
        assert.deepStrictEqual(story.slice(story.indexOf(entry.summary)), [
          "The employer called chooseDefaultFund (choose the default fund) and was answered 200.",
          "· A person in an embed accepted the terms.",
          "· The employer's default fund changed; its set-up went from error to incomplete.",
          "· · The event employer_settings_changed was recorded. The partner has no endpoint for it, and finds it in its event feed."
        ])
      })
    )
  }
)
