import * as NodeServices from "@effect/platform-node/NodeServices"
import { FundProfile } from "@embedded-super/contracts/schemas"
import { askAt, startProgram, whenReady } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { fileURLToPath } from "node:url"
import { aProfile, keyIn } from "./callFund.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const decodeProfile = Schema.decodeUnknownSync(Schema.fromJsonString(FundProfile))

/** Runs the fund in a folder, and returns a function that calls it as its profile describes. */
const runFund = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const started = yield* startProgram(main, "--port", "0", "--json", "--data-dir", folder, ...args)
  const ready = yield* whenReady(started)
  const profile = decodeProfile(yield* fs.readFileString(ready.files["fund_profile"] ?? ""))
  const call = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    askAt(
      url,
      { path: "", body, headers: { "x-auth-key": keyIn(folder), ...headers } },
      profile.ca_certificate === undefined ? {} : { ca: profile.ca_certificate }
    )
  const registerUrl = profile.operations.member_registration?.url ?? ""
  return { call, profile, ready, registerUrl, started }
})

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
      assert.deepInclude(json.data.counts, { members: 2, employers: 3 })
    })
  )

  it.effect(
    "forgets everything when told to, on disk too",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const first = yield* runFund(folder, "--http")
      yield* first.call(first.registerUrl, aProfile("gone@example.com"))
      assert.strictEqual(
        (yield* askAt(first.ready.url, { method: "POST", path: "/_simulator/reset" })).status,
        204
      )
      first.started.child.kill("SIGKILL")
      yield* first.started.ended
      const fs = yield* FileSystem.FileSystem
      for (const end of ["", "-wal"])
        assert.notInclude(yield* fs.readFileString(`${folder}/state.sqlite${end}`), "g***@example.com")
      const second = yield* runFund(folder, "--http")
      const { json } = yield* askAt(second.ready.url, { path: "/_simulator/log" })
      assert.deepStrictEqual(
        json.data.map(({ kind }: any) => kind),
        ["reset", "started"]
      )
      assert.deepStrictEqual((yield* askAt(second.ready.url, { path: "/_simulator/members" })).json.data, [])
    })
  )

  it.effect(
    "plays another fund, with a key that somebody chose, and says what is wrong with one",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${folder}/key`, "a-key-of-somebody's-own\n")
      const args = ["--http", "--fund", "telopea", "--api-key-file", `${folder}/key`]
      const { profile, ready } = yield* runFund(`${folder}/data`, ...args)
      assert.strictEqual(profile.fund.slug, "telopea")
      assert.isUndefined(profile.ca_certificate)
      const headers = { "x-auth-key": "a-key-of-somebody's-own" }
      const found = yield* askAt(ready.url, {
        path: "/v1/employer_lookup",
        body: { abn: "80000000001" },
        headers
      })
      assert.strictEqual(found.status, 200)
      yield* fs.writeFileString(`${folder}/key`, "short")
      const { code, err } = yield* (yield* startProgram(
        main,
        "--port",
        "0",
        "--data-dir",
        `${folder}/other`,
        ...args
      )).ended
      assert.strictEqual(code, 1)
      assert.match(err, /^Can't use the key in .*--api-key-file\.\n$/)
    })
  )
})
