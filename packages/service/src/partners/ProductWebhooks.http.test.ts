import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { verifies } from "@embedded-super/program/testing/receiver"
import { aCaller, apiOf, partnerServices, send, served } from "../../test/TestPartnerHttp.ts"
import { receiver, deliveriesOf, passTime, startWorker } from "../../test/webhooks/TestWebhooks.ts"
import { Redelivery } from "../webhooks/delivery/RedeliveryRepo.ts"
import { ProductsHttp } from "./Products.http.ts"
import { anEmployer } from "../../test/aProduct.ts"

const services = served(apiOf(ProductsGroup), ProductsHttp).pipe(
  // In development, webhooks may go to a receiver on this machine.
  Layer.provideMerge(partnerServices({ dev: true }))
)

/** A caller whose product has a webhook address with a receiver, the address's secret, and the calls about it. */
const aCallerWith = Effect.fnUntraced(function* (answer?: Parameters<typeof receiver>[0]) {
  const caller = yield* aCaller
  const partner = yield* receiver(answer)
  const path = `/api/v1/products/${caller.productId}/webhook`
  const put = (body: object) => send(caller.partnerKey, "PUT", path, { body })
  const post = (action: string, options: Parameters<typeof send>[3] = {}) =>
    send(caller.partnerKey, "POST", `${path}/${action}`, options)
  const product = send(caller.partnerKey, "GET", path.replace("/webhook", ""))
  const shown = Effect.map(product, ({ body }) => body.data.webhook)
  /** Sends a test webhook, and returns the newest arrival. */
  const pinged = Effect.gen(function* () {
    yield* post("test")
    yield* Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
    return partner.arrivals.at(-1) ?? assert.fail("nothing arrived")
  })
  const { secret } = (yield* put({ url: partner.url })).body.data
  return { ...caller, partner, path, put, post, shown, pinged, secret: secret as string }
})

layer(services, { excludeTestServices: true })("the webhook address of a product", (it) => {
  it.effect("shows its secret when it is first set, and not again; moving it keeps the secret", () =>
    Effect.gen(function* () {
      const { put, shown, secret } = yield* aCallerWith()
      assert.match(secret, /^whsec_/)
      const moved = yield* put({ url: "http://localhost:9/other" })
      assert.strictEqual(moved.headers["cache-control"], "no-store")
      assert.isNull(moved.body.data.secret)
      assert.deepInclude(moved.body.data.webhook, { url: "http://localhost:9/other", status: "active" })
      assert.deepStrictEqual(yield* shown, moved.body.data.webhook)
    })
  )

  it.effect("is refused inside the network", () =>
    Effect.gen(function* () {
      const { partnerKey, productId } = yield* aCaller
      const path = `/api/v1/products/${productId}/webhook`
      const refused = yield* send(partnerKey, "PUT", path, { body: { url: "https://169.254.169.254/" } })
      assert.deepInclude(refused.body, { status: 422, code: "validation_failed" })
      const named = yield* send(partnerKey, "PUT", path, { body: { url: "https://kubernetes.default.svc/" } })
      assert.deepInclude(named.body.errors[0], { pointer: "#/url", code: "not_allowed" })
      assert.match(named.body.errors[0].detail, /mean something inside a network only/)
      const broken = yield* send(partnerKey, "PUT", path, { body: { url: "https://a..b.com/" } })
      assert.match(broken.body.errors[0].detail, /parts that are joined by single dots/)
      assert.isNull((yield* send(partnerKey, "GET", `/api/v1/products/${productId}`)).body.data.webhook)
    })
  )
})

layer(services, { excludeTestServices: true })("a test webhook", (it) => {
  it.effect("is employer_settings_changed of the newest employer, or of the one that is named", () =>
    Effect.gen(function* () {
      const { partner, post, productId, secret } = yield* aCallerWith()
      const [older, newer] = [yield* anEmployer(productId), yield* anEmployer(productId)]
      const { untilIdle } = yield* startWorker()
      const first = yield* post("test")
      assert.strictEqual(first.status, 202)
      assert.deepInclude(first.body.data, { status: "pending", url: partner.url, attempts: [] })
      const second = yield* post("test", { body: { employer_id: older } })
      yield* untilIdle
      const arrived = partner.arrivals.map(({ body, webhookId }) => [webhookId, body["event"], body["id"]])
      assert.sameDeepMembers(arrived, [
        [first.body.data.webhook_id, "employer_settings_changed", newer],
        [second.body.data.webhook_id, "employer_settings_changed", older]
      ])
      assert.isTrue(partner.arrivals.every((arrival) => verifies(secret, arrival)))
    })
  )

  it.effect("has its place among the employer's other webhooks, and repeats nothing by its key", () =>
    Effect.gen(function* () {
      const { partner, post, productId } = yield* aCallerWith()
      const employer = yield* anEmployer(productId)
      const headers = { "idempotency-key": "ping-1" }
      const first = yield* post("test", { headers })
      const again = yield* post("test", { headers })
      assert.strictEqual(again.text, first.text)
      yield* post("test")
      yield* (yield* startWorker()).untilIdle
      assert.deepStrictEqual(
        (yield* deliveriesOf(employer)).map(({ seq, state }) => [seq, state]),
        [
          [2, "superseded"],
          [3, "delivered"]
        ]
      )
      assert.lengthOf(partner.arrivals, 1)
    })
  )

  it.effect("is an example, signed and in the log as any other, where the product has no employer yet", () =>
    Effect.gen(function* () {
      const { partner, post, productId, secret } = yield* aCallerWith()
      const { untilIdle } = yield* startWorker()
      const { body, status } = yield* post("test")
      assert.strictEqual(status, 202)
      assert.deepInclude(body.data.payload, {
        subject: "employer",
        event: "employer_settings_changed",
        remote_id: "example",
        product_id: productId
      })
      // A second product's example has another entity, so that neither waits for the other.
      const other = yield* aCallerWith()
      const second = yield* send(other.partnerKey, "POST", `${other.path}/test`)
      assert.notStrictEqual(second.body.data.payload.id, body.data.payload.id)
      yield* untilIdle
      const [arrival] = partner.arrivals
      assert.isTrue(arrival !== undefined && verifies(secret, arrival))
    })
  )

  it.effect("is refused with 409 where there is nowhere to send it, or a pause", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const code = Effect.fnUntraced(function* (key: string, path: string, body?: unknown) {
        const refused = yield* send(key, "POST", `${path}/test`, { body })
        return [refused.status, refused.body.code]
      })
      const { partner, partnerKey, path, post, productId, put } = yield* aCallerWith()
      const elsewhere = yield* anEmployer((yield* aCaller).productId)
      const foreign = yield* post("test", { body: { employer_id: elsewhere } })
      assert.deepInclude(foreign.body, { status: 422, code: "validation_failed" })
      assert.deepInclude(foreign.body.errors[0], { pointer: "#/employer_id", code: "not_found" })

      yield* anEmployer(productId)
      const off = yield* put({ url: partner.url, enabled: false })
      assert.deepInclude(off.body.data.webhook, { enabled: false, status: "off" })
      assert.deepStrictEqual(yield* code(partnerKey, path), [409, "webhook_not_configured"])
      yield* put({ url: partner.url })
      yield* sql`UPDATE webhook_endpoints SET paused_at = now(), paused_because = 'gone'
        WHERE product_id = ${productId}`
      const paused = yield* post("test")
      assert.strictEqual(paused.body.code, "webhook_paused")
      assert.include(paused.body.detail, "it answered 410")
      const other = yield* aCaller
      const unset = `/api/v1/products/${other.productId}/webhook`
      assert.deepStrictEqual(yield* code(other.partnerKey, unset), [409, "webhook_not_configured"])
      const rotated = yield* send(other.partnerKey, "POST", unset.concat("/rotate-secret"))
      assert.deepInclude(rotated.body, { status: 409, code: "webhook_not_configured" })
      assert.lengthOf(partner.arrivals, 0)
    })
  )
})

layer(services, { excludeTestServices: true })("a paused webhook address", (it) => {
  it.effect("says since when and why, and which notices were sent; resumed, it sends what it missed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partner, post, productId, shown } = yield* aCallerWith((_, nth) => (nth === 1 ? 410 : 204))
      yield* anEmployer(productId)
      const { body: tested } = yield* post("test")
      yield* Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
      const [row] = yield* sql<{ at: Date }>`SELECT paused_at AS at FROM webhook_endpoints
        WHERE product_id = ${productId}`
      const paused = yield* shown
      const paused_at = row?.at.toISOString()
      assert.deepInclude(paused, { status: "paused", paused_at, paused_because: "gone" })
      assert.deepInclude(paused.notices[0], { kind: "paused_gone", emailed_at: null })
      assert.isNull(paused.last_success_at)

      const resumed = yield* post("resume")
      assert.strictEqual(resumed.status, 202)
      assert.deepInclude(resumed.body.data, { status: "active", paused_at: null, paused_because: null })
      yield* (yield* startWorker()).untilIdle
      assert.deepStrictEqual(
        partner.arrivals.map(({ webhookId }) => webhookId),
        [tested.data.webhook_id, tested.data.webhook_id]
      )
      assert.isNotNull((yield* shown).last_success_at)
      const audited = yield* sql`SELECT FROM audit_log
        WHERE product_id = ${productId} AND action = 'webhook_endpoint.resume'`
      assert.lengthOf(audited, 1)
    })
  )

  it.effect(
    "is resumed once, never while it is active, and not by the partner if the operator paused it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { partner, path, post, productId, put } = yield* aCallerWith()
        const active = yield* post("resume")
        assert.deepInclude(active.body, { status: 409, code: "webhook_not_paused" })
        const [row] = yield* sql<{
          id: string
        }>`SELECT id FROM webhook_endpoints WHERE product_id = ${productId}`
        yield* (yield* Redelivery).pause(row?.id ?? "")
        const held = yield* post("resume")
        assert.deepInclude(held.body, { status: 409, code: "webhook_paused" })
        const moved = yield* put({ url: partner.url })
        assert.deepInclude(moved.body.data.webhook, { status: "paused", paused_because: "operator" })
        const other = yield* aCaller
        const none = yield* send(
          other.partnerKey,
          "POST",
          `/api/v1/products/${other.productId}/webhook/resume`
        )
        assert.deepInclude(none.body, { status: 409, code: "webhook_not_configured" })
        assert.strictEqual((yield* send(other.partnerKey, "POST", `${path}/resume`)).status, 404)
      })
  )
})

layer(services, { excludeTestServices: true })("a webhook secret", (it) => {
  it.effect("that is rotated signs beside the new one for 24 hours, and no longer", () =>
    Effect.gen(function* () {
      const { pinged, post, productId, shown, secret } = yield* aCallerWith()
      yield* anEmployer(productId)
      const rotated = yield* post("rotate-secret")
      assert.strictEqual(rotated.headers["cache-control"], "no-store")
      const { secret: newer, webhook } = rotated.body.data
      assert.strictEqual(
        Date.parse(webhook.previous_secret_expires_at) - Date.parse(webhook.secret_rotated_at),
        24 * 60 * 60 * 1000
      )
      const during = yield* pinged
      assert.deepStrictEqual([verifies(secret, during), verifies(newer, during)], [true, true])
      yield* passTime("24 hours")
      const after = yield* pinged
      assert.deepStrictEqual([verifies(secret, after), verifies(newer, after)], [false, true])
      assert.deepInclude(yield* shown, {
        secret_rotated_at: webhook.secret_rotated_at,
        previous_secret_expires_at: null
      })
    })
  )

  it.effect.each([
    ["replaces the newest, and the older keeps its end", undefined, [true, false, true]],
    ["with end_oldest ends the older, and the newest signs on", { end_oldest: true }, [false, true, true]]
  ] as const)("that is rotated again within 24 hours %s", ([, body, signs]) =>
    Effect.gen(function* () {
      const { pinged, post, productId, secret: oldest } = yield* aCallerWith()
      yield* anEmployer(productId)
      const rotate = (body?: object) =>
        Effect.map(
          post("rotate-secret", { body }),
          (answer) => answer.body.data as { secret: string; webhook: { previous_secret_expires_at: string } }
        )
      const first = yield* rotate()
      yield* passTime("1 hour")
      const second = yield* rotate(body)
      const known = [oldest, first.secret, second.secret]
      const arrival = yield* pinged
      assert.deepStrictEqual(
        known.map((secret) => verifies(secret, arrival)),
        [...signs]
      )
      const [end, newEnd] = [first, second].map(({ webhook }) => webhook.previous_secret_expires_at)
      assert.strictEqual(end === newEnd, body === undefined)
    })
  )

  it.effect("is shown once: the repeat of a rotation is 409, and rotates nothing; both are audited", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { post, productId } = yield* aCallerWith()
      const headers = { "idempotency-key": "rotate-1" }
      yield* post("rotate-secret", { headers })
      const again = yield* post("rotate-secret", { headers })
      assert.deepInclude(again.body, {
        status: 409,
        code: "idempotent_replay_of_secret",
        resource_id: productId
      })
      const rows = yield* sql`SELECT actor_kind, action, entity_kind FROM audit_log
        WHERE product_id = ${productId} AND action LIKE 'webhook%' ORDER BY occurred_at, id`
      assert.deepStrictEqual(rows, [
        { actor_kind: "api_key", action: "webhook_endpoint.set", entity_kind: "webhook_endpoint" },
        { actor_kind: "api_key", action: "webhook_secret.rotate", entity_kind: "webhook_endpoint" }
      ])
    })
  )
})
