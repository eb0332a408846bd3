import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { partnerSimulator } from "../src/index.ts"
import {
  anEvent,
  configure,
  deliver,
  inboxOf,
  keys,
  otherProductId,
  productId,
  secrets,
  startService,
  until
} from "./service.ts"

/** A simulator that knows two products, and the service that it fetches from. */
const both = Effect.gen(function* () {
  const { url } = yield* SimulatorAddress
  yield* configure(url)
  return { url, service: yield* startService }
})

const entryOf = (url: string, webhookId: string) =>
  Effect.map(inboxOf(url), (all) => all.find(({ webhook_id }) => webhook_id === webhookId))

const fetchedOf = (url: string, webhookId: string) =>
  until(Effect.map(entryOf(url, webhookId), (entry) => entry?.fetched ?? undefined))

layer(inProcess(partnerSimulator()), { excludeTestServices: true })("a partner's inbox", (it) => {
  it.effect(
    "takes a signed webhook, then fetches the entity from its url with the key of its product [R-2.1-10, R-2.1-12, R-4.1-9, R-5-1, R-5-3]",
    () =>
      Effect.gen(function* () {
        const { service, url } = yield* both
        const mine = anEvent(service.url)
        const theirs = anEvent(service.url, { product_id: otherProductId })
        const webhookId = "msg_01a1fb8d-9f48-7000-8000-aaaaaaaaaaaa"
        const otherId = "msg_01a1fb8d-9f48-7000-8000-bbbbbbbbbbbb"
        const answer = yield* deliver(url, mine, { webhookId })
        assert.deepStrictEqual([answer.status, answer.text], [204, ""])
        const secret = secrets[otherProductId] ?? ""
        assert.strictEqual((yield* deliver(url, theirs, { webhookId: otherId, secret })).status, 204)
        assert.deepInclude(yield* fetchedOf(url, webhookId), {
          url: mine.url,
          status: 200,
          entity: { id: "1", path: new URL(mine.url).pathname }
        })
        yield* fetchedOf(url, otherId)
        assert.sameDeepMembers(service.fetches, [
          { path: new URL(mine.url).pathname, key: keys[productId] },
          { path: new URL(theirs.url).pathname, key: keys[otherProductId] }
        ])
        assert.deepInclude(yield* entryOf(url, webhookId), {
          verified: true,
          refusal: null,
          repeated: false,
          answered_status: 204,
          payload: mine
        })
      })
  )

  it.effect("shows a late membership, with the employee that it fetches [R-6-28]", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const id = "01a1fb82-8f40-7000-8000-000000000021"
      const late = anEvent(service.url, {
        subject: "employee",
        event: "employee_changed",
        id,
        remote_id: "emp-0042",
        url: `${service.url}/api/v1/employees/${id}`
      })
      const webhookId = "msg_01a1fc15-0b40-7000-8000-000000000008"
      assert.strictEqual((yield* deliver(url, late, { webhookId })).status, 204)
      assert.deepInclude(yield* fetchedOf(url, webhookId), {
        url: late.url,
        status: 200,
        entity: { id: "1", path: `/api/v1/employees/${id}` }
      })
      assert.deepInclude(yield* entryOf(url, webhookId), { verified: true, payload: late })
      const { json } = yield* askAt(url, { path: "/_simulator/log?limit=100" })
      const summaries = json.data.map(({ summary }: { readonly summary: string }) => summary)
      assert.include(summaries, `Received employee_changed of the employee ${id}`)
      assert.include(summaries, `Fetched the employee ${id}`)
    })
  )

  it.effect("handles a webhook-id once, however often it comes", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const event = anEvent(service.url)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-cccccccccccc"
      const calls = Array.from({ length: 5 }, () => deliver(url, event, { webhookId }))
      const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.isTrue(answers.every(({ status }) => status === 204))
      yield* until(Effect.sync(() => (service.fetches.length > 0 ? true : undefined)))
      const entries = (yield* inboxOf(url)).filter(({ webhook_id }) => webhook_id === webhookId)
      assert.deepStrictEqual(entries.map(({ repeated }) => repeated).toSorted(), [
        false,
        true,
        true,
        true,
        true
      ])
      assert.lengthOf(service.fetches, 1)
    })
  )

  it.effect("refuses what isn't signed for its product, and does nothing that it says", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const event = anEvent(service.url)
      const unknown = "01a0f4c2-c400-7000-8000-00000000ffff"
      const outcomes = [
        ["bad_signature", yield* deliver(url, event, { secret: secrets[otherProductId] ?? "" })],
        ["stale_timestamp", yield* deliver(url, event, { at: Date.now() - 301_000 })],
        ["missing_header", yield* deliver(url, event, { headers: {} })],
        ["not_a_payload", yield* deliver(url, { hello: "world" })],
        ["not_a_payload", yield* deliver(url, { ...event, id: "not a uuid" })],
        ["unknown_product", yield* deliver(url, { ...event, product_id: unknown })]
      ] as const
      const entries = (yield* inboxOf(url)).slice(0, outcomes.length).toReversed()
      for (const [index, [refusal, answer]] of outcomes.entries()) {
        assert.deepInclude(entries[index], {
          verified: false,
          refusal,
          payload: null,
          fetched: null,
          answered_status: answer.status
        })
        assert.isAtLeast(answer.status, 400)
        assert.isBelow(answer.status, 500)
      }
      assert.deepStrictEqual(service.fetches, [])
    })
  )

  it.effect("takes a webhook while its own clock is ahead: signatures are of the true time", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      yield* askAt(url, { method: "PUT", path: "/_simulator/clock", body: { advance: "5d" } })
      const { status } = yield* deliver(url, anEvent(service.url))
      assert.strictEqual(status, 204)
      const [entry] = yield* inboxOf(url)
      assert.deepInclude(entry, { verified: true, refusal: null })
    })
  )

  it.effect("answers 2xx to subjects and events that it doesn't know [R-2.1-19, R-9-7, R-9-8]", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      const ofProduct = anEvent(service.url, { subject: "product", event: "product_changed", more: 1 })
      const newEvent = anEvent(service.url, { event: "employer_moved", version: "v2" })
      assert.strictEqual((yield* deliver(url, ofProduct)).status, 204)
      assert.strictEqual((yield* deliver(url, newEvent)).status, 204)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-dddddddddddd"
      yield* deliver(url, anEvent(service.url), { webhookId })
      yield* fetchedOf(url, webhookId)
      assert.lengthOf(service.fetches, 1)
    })
  )

  it.effect("fetches again from a service that can't answer now", () =>
    Effect.gen(function* () {
      const { service, url } = yield* both
      service.failFirst.push(503, 500)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-eeeeeeeeeeee"
      yield* deliver(url, anEvent(service.url), { webhookId })
      assert.strictEqual((yield* fetchedOf(url, webhookId)).status, 200)
      assert.lengthOf(service.fetches, 3)
    })
  )

  it.effect("sends no key to another host, and says that it didn't fetch", () =>
    Effect.gen(function* () {
      const { url } = yield* both
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-ffffffffffff"
      const foreign = "http://elsewhere.example/api/v1/employers/1"
      yield* deliver(url, anEvent("", { url: foreign }), { webhookId })
      assert.deepInclude(yield* fetchedOf(url, webhookId), { url: foreign, status: null, entity: null })
      const { json } = yield* askAt(url, { path: "/_simulator/log?limit=100" })
      assert.deepInclude(json.data.at(-1), { kind: "fetch_failed", method: null })
      assert.strictEqual(json.data.at(-1).detail.reason, "foreign_url")
    })
  )

  it.effect("never shows a key or a secret", () =>
    Effect.gen(function* () {
      const { url } = yield* both
      const texts = yield* Effect.forEach(
        ["/_simulator", "/_simulator/log?limit=100", "/_simulator/webhooks"],
        (path) => Effect.map(askAt(url, { path }), ({ text }) => text)
      )
      for (const secret of [...Object.values(keys), ...Object.values(secrets)]) {
        assert.notInclude(texts.join("\n"), secret)
      }
      const [answer] = yield* configure(url)
      assert.deepInclude(answer?.json.data, { product_id: productId, key_hint: "product_sandbox_8fK2mQ4z" })
      assert.doesNotHaveAnyKeys(answer?.json.data, ["key", "webhook_secret"])
    })
  )
})
