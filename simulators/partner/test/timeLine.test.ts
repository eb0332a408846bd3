/** The payroll's part of the time line: what a webhook causes, calls of the service, and both sent again. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { partnerSimulator } from "../src/index.ts"
import { signWebhook } from "@embedded-super/partner-sdk"
import { anEvent, configure, deliver, keys, otherProductId, productId, secrets, until } from "./service.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

interface Received {
  readonly url: string | undefined
  readonly traceparent: unknown
  readonly key: unknown
  readonly idempotencyKey: unknown
  readonly body: string
}

/** A service that notes each call's headers, and answers with an entity. */
const startService = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly calls: Array<Received>; readonly stop: () => void }>(
    (resume) => {
      const calls: Array<Received> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk: Buffer) => (body += chunk.toString()))
        request.on("end", () => {
          const { headers, url } = request
          calls.push({
            ...{ url, body, traceparent: headers["traceparent"], key: headers["x-api-key"] },
            idempotencyKey: headers["idempotency-key"]
          })
          const id = "01a1fb82-8f40-7000-8000-000000000077"
          const data = { id, remote_id: "W-1", name: "Wattle Bakery", onboarding_status: "error" }
          response
            .writeHead(request.method === "POST" ? 201 : 200, {
              "content-type": "application/json",
              "x-request-id": "01a1fb67-1800-7000-8000-0000000000d1"
            })
            .end(JSON.stringify({ data, version: "v1" }))
        })
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            calls,
            stop: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      )
    }
  ),
  ({ stop }) => Effect.sync(stop)
)

const both = Effect.gen(function* () {
  const { url } = yield* SimulatorAddress
  yield* configure(url)
  return { url, service: yield* startService }
})

const entriesOf = (url: string) =>
  Effect.map(askAt(url, { path: "/_simulator/log?limit=100" }), ({ json }) => json.data as Array<any>)

const entryOf = (url: string, which: (entry: any) => boolean) =>
  until(Effect.map(entriesOf(url), (all) => all.findLast(which)))

/** A delivery in a trace, as the service sends it. */
const deliverTraced = Effect.fnUntraced(function* (url: string, event: object, webhookId: string) {
  const body = JSON.stringify(event)
  const signed = yield* Effect.promise(() => signWebhook({ id: webhookId, body }, secrets[productId] ?? ""))
  return yield* askAt(url, {
    path: "/webhooks",
    body,
    headers: {
      ...signed,
      "user-agent": "EmbeddedSuper-Webhooks/1",
      traceparent: `00-${traceId}-${spanId}-01`
    }
  })
})

layer(inProcess(partnerSimulator()), { excludeTestServices: true })("the payroll's entries", (it) => {
  it.effect("a webhook causes the fetch of its entity, in the service's trace", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const event = anEvent(service.url)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-100000000001"
      yield* deliverTraced(url, event, webhookId)
      const fetched = yield* entryOf(url, ({ kind }) => kind === "entity_fetched")
      const webhook = yield* entryOf(url, ({ kind }) => kind === "webhook_received")
      assert.deepInclude(webhook, {
        source: "partner",
        from: "Embedded Super",
        to: "Wattle Payroll",
        outcome: "good",
        trace_id: traceId,
        parent_id: spanId,
        about: [
          { kind: "event", id: webhookId.slice(4) },
          { kind: "employer", id: event.id },
          { kind: "product", id: productId }
        ]
      })
      assert.deepInclude(fetched, {
        from: "Wattle Payroll",
        to: "Embedded Super",
        method: "GET",
        path: `/api/v1/employers/${event.id}`,
        status: 200,
        trace_id: traceId,
        parent_id: webhook.span_id
      })
      assert.isAtLeast(fetched.began_us, webhook.began_us)
      assert.strictEqual(service.calls[0]?.traceparent, `00-${traceId}-${fetched.span_id}-00`)
      const { json } = yield* askAt(url, { path: `/_simulator/log/${webhook.seq}` })
      assert.include(
        json.data.followed_by.map(({ seq }: { readonly seq: number }) => seq),
        fetched.seq
      )
      assert.deepStrictEqual(json.data.findings, [])
    })
  )

  it.effect("a refused webhook is refused in its entry, and names its event", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-100000000002"
      const secret = secrets[otherProductId] ?? ""
      yield* deliver(url, anEvent(service.url), { webhookId, secret })
      const refused = yield* entryOf(url, ({ kind }) => kind === "webhook_refused")
      assert.deepInclude(refused, {
        outcome: "refused",
        status: 401,
        about: [{ kind: "event", id: webhookId.slice(4) }]
      })
      const again = yield* askAt(url, { path: `/_simulator/log/${refused.seq}/again`, body: {} })
      // It is signed anew, with the product's own secret.
      assert.strictEqual(again.json.data.now.status, 204)
    })
  )

  it.effect("a webhook that is delivered again is signed anew, and handled once", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-100000000003"
      yield* deliver(url, anEvent(service.url), { webhookId })
      const first = yield* entryOf(
        url,
        ({ about, kind }) => kind === "webhook_received" && about[0].id === webhookId.slice(4)
      )
      const again = yield* askAt(url, { path: `/_simulator/log/${first.seq}/again`, body: {} })
      assert.strictEqual(again.json.data.now.status, 204)
      const entry = yield* entryOf(url, ({ seq }) => seq === again.json.data.entry_seq)
      assert.deepInclude(entry, { kind: "webhook_received", from: "The Workbench" })
      assert.strictEqual(entry.detail.repeated, "true")
      assert.lengthOf(
        service.calls.filter(({ url }) => url?.endsWith(first.about[1].id)),
        1
      )
    })
  )

  it.effect("are shown to people, each effect above its cause, and a webhook is delivered again", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const eventId = "01a1fb8d-9f48-7000-8000-100000000009"
      yield* deliverTraced(url, anEvent(service.url), `msg_${eventId}`)
      const webhook = yield* entryOf(
        url,
        ({ about, kind }) => kind === "webhook_received" && about[0]?.id === eventId
      )
      const fetched = yield* entryOf(url, ({ parent_id }) => parent_id === webhook.span_id)
      const place = "/_simulator/time-line"
      const { text: listed } = yield* askAt(url, { path: place })
      assert.isBelow(listed.indexOf(`id="e${fetched.seq}"`), listed.indexOf(`id="e${webhook.seq}"`))
      const entry = `${place}/entries/${webhook.seq}`
      assert.include((yield* askAt(url, { path: entry })).text, `href="${place}/entries/${fetched.seq}"`)
      const again = yield* askAt(url, { method: "POST", path: `${entry}/again`, body: "" })
      assert.strictEqual(again.status, 303)
      assert.include((yield* askAt(url, { path: `${entry}/again` })).text, "Sent again: 204")
      assert.include((yield* askAt(url, { path: "/inbox" })).text, `href="${place}"`)
    })
  )

  it.effect("a call of the service is noted with what caused it, and made again with its key", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      yield* askAt(url, {
        method: "PUT",
        path: `/_simulator/products/${productId}`,
        body: { key: keys[productId], webhook_secret: secrets[productId], service_url: service.url }
      })
      const hired = yield* askAt(url, {
        path: "/settings/product",
        body: `product_id=${productId}`,
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.isBelow(hired.status, 400)
      const answer = yield* askAt(url, {
        path: "/employers",
        body: "name=Wattle+Bakery&abn=51824753556&remote_id=W-1",
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.isBelow(answer.status, 400)
      const called = yield* entryOf(url, ({ kind }) => kind === "service_called")
      assert.deepInclude(called, {
        from: "Wattle Payroll",
        to: "Embedded Super",
        method: "POST",
        path: "/api/v1/employers",
        status: 201,
        outcome: "good",
        summary: "POST /api/v1/employers was answered 201.",
        request_id: "01a1fb67-1800-7000-8000-0000000000d1",
        about: [{ kind: "employer", id: "01a1fb82-8f40-7000-8000-000000000077" }]
      })
      const page = yield* entryOf(url, ({ span_id }) => span_id !== null && span_id === called.parent_id)
      assert.deepInclude(page, { method: "POST", path: "/employers", from: null, to: "Wattle Payroll" })
      const detail = yield* askAt(url, { path: `/_simulator/log/${called.seq}` })
      assert.strictEqual(detail.json.data.verdict, "breaks", "this service's answer is no whole employer")
      assert.notInclude(detail.text, keys[productId] ?? "")

      const again = yield* askAt(url, { path: `/_simulator/log/${called.seq}/again`, body: {} })
      assert.deepStrictEqual(again.json.data.differences, [])
      const [first, second] = service.calls.slice(-2)
      assert.isDefined(first?.idempotencyKey)
      assert.deepEqual({ ...second, traceparent: "" }, { ...first!, key: keys[productId], traceparent: "" })
      const edited = yield* askAt(url, {
        path: `/_simulator/log/${called.seq}/again`,
        body: { body: JSON.stringify({ name: "Other", abn: "51824753556", remote_id: "W-2" }) }
      })
      assert.strictEqual(edited.json.data.now.status, 201)
      assert.notStrictEqual(service.calls.at(-1)?.idempotencyKey, first?.idempotencyKey)
      const repeated = yield* entryOf(url, ({ seq }) => seq === edited.json.data.entry_seq)
      assert.deepInclude(repeated, { kind: "service_called", parent_id: called.span_id })
    })
  )
})
