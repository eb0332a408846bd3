import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { runPartner } from "./partnerProgram.ts"
import { anEvent, configure, deliver, inboxOf, startService, until } from "./service.ts"

// With other flags: partner.long.test.ts.
layer(NodeServices.layer, { excludeTestServices: true })("a partner as a program", (it) => {
  it.effect(
    "has its products and webhooks after a kill -9, and fetches what it had no time for",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const service = yield* startService
      // The fetch is due for a retry, however often it was tried before the simulator is killed.
      service.failFirst.push(...Array.from({ length: 1000 }, () => 503))
      const first = yield* runPartner(folder)
      assert.match(first.ready.url, /^http:\/\/127\.0\.0\.1:/)
      yield* configure(first.ready.url)
      const event = anEvent(service.url)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-aaaaaaaaaaaa"
      assert.strictEqual((yield* deliver(first.ready.url, event, { webhookId })).status, 204)
      yield* until(Effect.sync(() => (service.fetches.length > 0 ? true : undefined)))
      first.started.child.kill("SIGKILL")
      yield* first.started.ended

      service.failFirst.length = 0
      const second = yield* runPartner(folder)
      const { url } = second.ready
      const fetched = yield* until(Effect.map(inboxOf(url), ([entry]) => entry?.fetched ?? undefined))
      assert.strictEqual(fetched.status, 200)
      yield* deliver(url, event, { webhookId })
      const inbox = yield* inboxOf(url)
      assert.deepStrictEqual(
        inbox.map(({ repeated }) => repeated),
        [true, false]
      )
      const { json } = yield* askAt(url, { path: "/_simulator" })
      assert.deepInclude(json.data, { kind: "partner", name: "Wattle Payroll (simulated)" })
      assert.deepInclude(json.data.counts, { products: 2, webhooks: 2 })

      assert.strictEqual((yield* askAt(url, { method: "POST", path: "/_simulator/reset" })).status, 204)
      assert.deepStrictEqual(yield* inboxOf(url), [])
      assert.strictEqual((yield* deliver(url, event)).status, 404)
    })
  )
})
