import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { aProfile } from "./callFund.ts"
import { membersOf, register, runFund, runFunds, startFund, temporary } from "./fundProgram.ts"

// More starts: fund.long.test.ts.
layer(NodeServices.layer)("a fund as a program", (it) => {
  it.effect(
    "writes the profile that the operator loads, and answers over TLS where that says [R-5-8, R-8-4, R-9-1]",
    Effect.fnUntraced(function* () {
      const { call, profile, ready, registerUrl } = yield* runFund(yield* temporary)
      assert.isTrue(profile.simulated)
      assert.match(registerUrl, /^https:\/\/127\.0\.0\.1:\d+\/v1\/member_registration$/)
      assert.isTrue(profile.products.some(({ is_mysuper }) => is_mysuper))
      assert.strictEqual((yield* call(registerUrl, aProfile("over-tls@example.com"))).status, 201)
      const refused = yield* Effect.flip(
        askAt(
          registerUrl,
          { path: "", body: {} },
          { ca: profile.ca_certificate ?? "", maxVersion: "TLSv1.1" }
        )
      )
      assert.match(String(refused.code), /SSL|TLS|ECONNRESET|EPROTO/)
      const distrust = yield* Effect.flip(askAt(ready.url, { path: "/_simulator" }))
      assert.match(String(distrust.code), /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET/)
    })
  )

  it.effect(
    "has its members, its book and what was put off after a kill -9",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const first = yield* runFund(folder, "--http")
      const key = { "idempotency-key": "before-the-kill" }
      const before = yield* first.call(first.registerUrl, aProfile("kept@example.com"), key)
      assert.strictEqual(before.status, 201)
      assert.strictEqual((yield* first.call(first.registerUrl, aProfile("k+503x1@example.com"))).status, 503)
      const entry = { relationship: "current" }
      yield* askAt(first.ready.url, { method: "PUT", path: "/_simulator/employers/18123456789", body: entry })
      first.started.child.kill("SIGKILL")
      yield* first.started.ended

      const second = yield* runFund(folder, "--http")
      const after = yield* second.call(second.registerUrl, aProfile("kept@example.com"), key)
      assert.deepStrictEqual([after.status, after.json], [200, before.json])
      assert.strictEqual(
        (yield* second.call(second.registerUrl, aProfile("k+503x1@example.com"))).status,
        201
      )
      const lookup = `${second.ready.url}/v1/employer_lookup`
      assert.deepStrictEqual((yield* second.call(lookup, { abn: "18123456789" })).json, {
        employer_found: true
      })
      const { json } = yield* askAt(second.ready.url, { path: "/_simulator" })
      assert.deepInclude(json.data, { kind: "fund", name: "Banksia Super (simulated)" })
      assert.deepInclude(json.data.counts, { members: 2, employers: 4 })
    })
  )

  it.effect(
    "says in one sentence what is wrong with a key",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${folder}/key`, "short")
      const started = yield* startFund(`${folder}/data`, "--api-key-file", `${folder}/key`)
      const { code, stderr } = yield* started.ended
      assert.strictEqual(code, 1)
      assert.match(stderr, /^Can't use the key in .*--api-key-file\.\n$/)
    })
  )
})

// Keys, tokens and a kill: fund.long.test.ts.
layer(NodeServices.layer)("several funds in one process", (it) => {
  it.effect(
    "a reset of one leaves the others as they are",
    Effect.fnUntraced(function* () {
      const { funds } = yield* runFunds(yield* temporary, "api-key", "files")
      yield* Effect.forEach(funds, (fund) => register(fund, {}, "one@example.com"))
      yield* askAt(funds[0]!.url, { method: "POST", path: "/_simulator/reset" })
      assert.deepStrictEqual(yield* Effect.forEach(funds, membersOf), [0, 1])
    })
  )
})
