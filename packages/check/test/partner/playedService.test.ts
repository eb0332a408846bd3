/**
 * The service that the kit plays to a receiver: the SDK's mock behind the manners of the service, with the refusals and waits
 * of the checks, and deliveries that fit the contract of webhooks.
 */
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import { decodeWebhook, WebhookHeaders } from "@embedded-super/contracts/webhooks"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { makeExchanges } from "../../src/exchange/Exchange.ts"
import { makePartnerUnderTest } from "../../src/partner/makePartnerUnderTest.ts"
import type { Entity } from "../../src/partner/PartnerUnderTest.ts"
import { playedPerson } from "../../src/partner/service/Entities.ts"
import { settingsOf } from "./simulatedPartner.ts"

const settings = settingsOf("http://127.0.0.1:1")
const [key, otherKey] = settings.products.map((product) => Redacted.value(product.key)) as [string, string]

interface Asked {
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const played = (change: Partial<typeof settings> = {}) =>
  Effect.map(
    makePartnerUnderTest({ ...settings, ...change }, makeExchanges()),
    ({ serviceUrl, worldOf }) => ({
      world: worldOf({ seed: 1 }, "CHECK-1"),
      ask: (method: string, path: string, { body, headers, key: given = key }: Asked = {}) =>
        Effect.promise(async () => {
          const answer = await fetch(new URL(path, serviceUrl), {
            method,
            headers: { ...(given === null ? {} : { "x-api-key": given }), ...headers },
            ...(body === undefined ? {} : { body })
          })
          const text = await answer.text()
          const isJson = text !== "" && /json/.test(answer.headers.get("content-type") ?? "")
          const json = isJson ? JSON.parse(text) : {}
          return { status: answer.status, headers: answer.headers, code: json.code, data: json.data, text }
        })
    })
  )

const pathOf = ({ url }: Entity): string => new URL(url).pathname

const json = { "content-type": "application/json" }

describe("the partner API that the kit plays", () => {
  it.live("has the service's manners", () =>
    Effect.gen(function* () {
      const { ask, world } = yield* played()
      const path = pathOf(world.entity("employer"))
      const statuses: ReadonlyArray<readonly [status: number, method: string, path: string, asked?: Asked]> =
        [
          [200, "GET", path],
          [200, "HEAD", path],
          [204, "OPTIONS", path],
          [304, "GET", path, { headers: { "if-none-match": "*" } }],
          [404, "GET", path, { key: otherKey }],
          [401, "GET", path, { key: null }],
          [401, "GET", path, { key: "product_sandbox_8fK2mQ4z_wrong" }],
          [401, "GET", "/api/v1/employers/1234", { key: null }],
          [404, "GET", "/api/v1/employers/1234"],
          [404, "GET", path.replace("employers", "onboarding-session")],
          [404, "GET", "/api/v1/onboarding_sessions"],
          [403, "GET", "/api/v1/products"],
          [405, "POST", path, { body: "{}", headers: json }],
          [406, "GET", path, { headers: { accept: "text/html" } }],
          [422, "GET", "/api/v1/employers?limit=0"],
          [422, "GET", "/api/v1/employers?after=nonsense"],
          [422, "GET", "/api/v1/employers?colour=green"]
        ]
      for (const [status, method, at, asked] of statuses)
        assert.strictEqual((yield* ask(method, at, asked)).status, status, `${method} ${at}`)
      // A burst of a thousand would use up the service's limit.
      assert.isFalse((yield* ask("GET", path)).headers.has("ratelimit"))
    }).pipe(Effect.scoped)
  )

  it.live("refuses the calls about an entity as a check wants, and then answers", () =>
    Effect.gen(function* () {
      const { ask, world } = yield* played()
      const employer = world.entity("employer")
      world.refuseNext(employer, [429, 503, 404, 500], { retryAfter: 7 })
      assert.strictEqual((yield* ask("GET", pathOf(employer), { key: otherKey })).code, "not_found")
      const answers = yield* Effect.forEach([1, 2, 3, 4, 5], () => ask("GET", pathOf(employer)))
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers.get("retry-after")]),
        [
          [429, "7"],
          [503, "7"],
          [404, null],
          [500, null],
          [200, null]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.live("converts an intent once, while another call with the same Idempotency-Key waits", () =>
    Effect.gen(function* () {
      const { ask, world } = yield* played()
      const intent = world.entity("onboarding_session_intent")
      const convert = (idempotencyKey?: string, body?: string) =>
        ask("POST", `${pathOf(intent)}/onboarding-session`, {
          headers: {
            ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
            ...(body === undefined ? {} : json)
          },
          ...(body === undefined ? {} : { body })
        })
      assert.strictEqual((yield* convert("one")).code, "intent_not_complete")
      world.advance(intent, "finished")
      world.refuseNext(intent, [500], { method: "POST" })
      assert.strictEqual((yield* ask("GET", pathOf(intent))).status, 200)
      assert.strictEqual((yield* convert("one")).status, 500)
      assert.strictEqual((yield* convert("one", '{"source":"payroll"}')).status, 422)
      const held = world.hold(intent)
      const first = yield* Effect.forkChild(convert("one"))
      yield* world.until(() => world.callbacks(intent).some(({ status }) => status === 0))
      assert.strictEqual((yield* convert("one")).code, "idempotency_in_progress")
      held.release()
      const made = yield* Fiber.join(first)
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.data.onboarding_session_intent_id, intent.id)
      assert.strictEqual((yield* convert('"one"')).headers.get("idempotency-replayed"), "true")
      assert.strictEqual((yield* convert("one", "{}")).code, "idempotency_key_reused")
      assert.strictEqual((yield* convert("two")).code, "intent_already_converted")
      world.advance(intent, "finished")
      const { data } = yield* ask("GET", pathOf(intent))
      assert.strictEqual(data.onboarding_session_id, made.data.id)
    }).pipe(Effect.scoped)
  )

  it.live("lets entities of the partner's test data share a remote_id", () =>
    Effect.gen(function* () {
      const { ask, world } = yield* played({
        test_data: {
          employee: { id: "01a1fb82-8f40-7000-8000-00000000e001", remote_id: "Đặng" },
          onboarding_session_intent_remote_id: "hire-1"
        } as never
      })
      for (const _ of [1, 2]) {
        const intent = world.entity("onboarding_session_intent")
        world.advance(intent, "finished")
        const { data, status } = yield* ask("POST", `${pathOf(intent)}/onboarding-session`)
        assert.deepStrictEqual([status, data.remote_id, data.employee.remote_id], [201, "hire-1", "Đặng"])
      }
    }).pipe(Effect.scoped)
  )

  it.live("shows the person whose data belongs in no answer to a delivery", () =>
    Effect.gen(function* () {
      const { ask, world } = yield* played()
      const session = world.entity("onboarding_session")
      world.advance(session, "finished")
      const answers = [yield* ask("GET", pathOf(session)), yield* ask("GET", `${pathOf(session)}/tfn`)]
      const shown = answers.map(({ text }) => text).join("\n")
      for (const { value, what } of playedPerson) assert.include(shown, value, what)
    }).pipe(Effect.scoped)
  )
})

/** A receiver that takes everything, and what it got. */
const receiving = Effect.gen(function* () {
  const got: Array<{ readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const made = createServer((request, response) => {
        let body = ""
        request.setEncoding("utf8").on("data", (part: string) => (body += part))
        request.on("end", () => {
          got.push({ headers: request.headers, body })
          response.writeHead(204).end()
        })
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => made.close().closeAllConnections())
  )
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
})

describe("a delivery of the kit", () => {
  it.live("is of the contract of webhooks, for every event", () =>
    Effect.gen(function* () {
      const { got, url } = yield* receiving
      const { world } = yield* played({ receiver_url: url as never })
      const names = Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>
      for (const name of names)
        yield* world.deliver(world.webhook(world.entity(webhookEvents[name].subject), name))
      assert.deepStrictEqual(
        got.map(({ body }) => JSON.parse(body).event),
        [...names]
      )
      for (const { body, headers } of got) {
        const decoded = decodeWebhook(JSON.parse(body))
        assert.strictEqual(Result.isSuccess(decoded) && decoded.success._tag, "Known", body)
        Schema.decodeUnknownSync(WebhookHeaders)(headers)
      }
    }).pipe(Effect.scoped)
  )
})
