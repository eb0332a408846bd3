/** Validates every kind of answer against the simulator API with an independent validator. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, type Asked, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SpecChecker } from "@embedded-super/program/testing/SpecChecker"
import { partnerSimulator } from "../src/index.ts"
import {
  anEvent,
  configure,
  deliver,
  inboxOf,
  keys,
  productId,
  secrets,
  startService,
  until
} from "./service.ts"

const spec = new SpecChecker(
  "simulator-api",
  new URL("../../../packages/contracts/bundled/simulator-api.json", import.meta.url)
)

const product = (body: unknown): Asked => ({
  method: "PUT",
  path: `/_simulator/products/${productId}`,
  body
})

const calls: ReadonlyArray<readonly [string, Asked, number]> = [
  ["getSimulator", { path: "/_simulator" }, 200],
  ["listLogEntries", { path: "/_simulator/log" }, 200],
  ["listReceivedWebhooks", { path: "/_simulator/webhooks?limit=100" }, 200],
  ["listReceivedWebhooks", { path: "/_simulator/webhooks?after=bm90" }, 422],
  ["configureProduct", product({ key: keys[productId], webhook_secret: secrets[productId] }), 200],
  ["configureProduct", product({ key: "short", webhook_secret: secrets[productId] }), 422],
  ["configureProduct", product("{"), 400],
  ["configureProduct", { ...product({}), path: "/_simulator/products/1" }, 404],
  ["getSimulator", { path: "/_simulator", headers: { host: "evil.example" } }, 403],
  ["resetSimulator", { method: "POST", path: "/_simulator/reset" }, 204]
]

layer(inProcess(partnerSimulator()), { excludeTestServices: true })("the partner simulator", (it) => {
  it.effect("answers as the simulator API says", () =>
    Effect.gen(function* () {
      const { url } = yield* SimulatorAddress
      const service = yield* startService
      yield* configure(url)
      yield* deliver(url, anEvent(service.url))
      yield* deliver(url, anEvent(service.url), { webhookId: "odd" })
      yield* deliver(url, { not: "a payload" })
      yield* until(
        Effect.map(inboxOf(url), (inbox) =>
          inbox.every(({ fetched, payload }) => payload === null || fetched !== null) ? true : undefined
        )
      )
      for (const [operation, asked, status] of calls) {
        const { headers, json, status: answered, text } = yield* ask(asked)
        assert.strictEqual(answered, status, `${operation} ${text}`)
        const given = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
        const found = spec.differences(operation, { status: answered, headers: given, body: json })
        assert.deepStrictEqual(found, [], `${operation} ${text}`)
      }
    })
  )
})
