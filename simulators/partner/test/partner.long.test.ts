import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { runPartner } from "./partnerProgram.ts"
import { anEvent, configure, deliver, inboxOf, startService, until } from "./service.ts"

layer(NodeServices.layer, { excludeTestServices: true })("a partner as a program", (it) => {
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
