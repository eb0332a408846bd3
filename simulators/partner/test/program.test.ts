import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt, startProgram, whenReady } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { fileURLToPath } from "node:url"
import { anEvent, configure, deliver, inboxOf, startService, until } from "./service.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const runPartner = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const started = yield* startProgram(main, "--port", "0", "--json", "--data-dir", folder, ...args)
  return { started, ready: yield* whenReady(started) }
})

layer(NodeServices.layer, { excludeTestServices: true })("a partner as a program", (it) => {
  it.effect(
    "has its products and webhooks after a kill -9, and fetches what it had no time for",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const service = yield* startService
      // The fetch is due for a retry, and the simulator is killed before it.
      service.failFirst.push(503)
      const first = yield* runPartner(folder)
      assert.match(first.ready.url, /^http:\/\/127\.0\.0\.1:/)
      yield* configure(first.ready.url)
      const event = anEvent(service.url)
      const webhookId = "msg_01a1fb8d-9f48-7000-8000-aaaaaaaaaaaa"
      assert.strictEqual((yield* deliver(first.ready.url, event, { webhookId })).status, 204)
      yield* until(Effect.sync(() => (service.fetches.length > 0 ? true : undefined)))
      first.started.child.kill("SIGKILL")
      yield* first.started.ended

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

  it.effect(
    "fetches from the service that it was told, and from no other",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const [service, other] = [yield* startService, yield* startService]
      const folder = yield* fs.makeTempDirectoryScoped()
      const { ready } = yield* runPartner(folder, "--service-url", service.url)
      yield* configure(ready.url)
      yield* deliver(ready.url, anEvent(other.url))
      yield* deliver(ready.url, anEvent(service.url))
      const all = yield* until(
        Effect.map(inboxOf(ready.url), (inbox) =>
          inbox.every(({ fetched }) => fetched !== null) ? inbox : undefined
        )
      )
      assert.deepStrictEqual(
        all.map(({ fetched }) => fetched.status),
        [200, null]
      )
      assert.deepStrictEqual(other.fetches, [])
    })
  )

  it.effect(
    "serves over TLS when asked to",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const { ready } = yield* runPartner(yield* fs.makeTempDirectoryScoped(), "--no-http")
      const ca = yield* fs.readFileString(ready.ca_file ?? "")
      assert.match(ready.url, /^https:/)
      assert.strictEqual((yield* askAt(ready.url, { path: "/_simulator" }, { ca })).status, 200)
    })
  )
})
