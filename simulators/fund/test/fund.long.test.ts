/** A fund as a program, beyond a start, a stop and a kill. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { aProfile, keyIn } from "./callFund.ts"
import {
  decodeProfile,
  membersOf,
  type ReadyFund,
  register,
  runFund,
  runFunds,
  temporary
} from "./fundProgram.ts"

layer(NodeServices.layer)("a fund as a program", (it) => {
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
    "plays another fund, with a key that somebody chose",
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
    })
  )
})

layer(NodeServices.layer)("several funds in one process", (it) => {
  it.effect(
    "each has a port, a folder, a key, a profile and members of its own, also after a kill -9",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const first = yield* runFunds(folder, "api-key", "jwt", "files")
      const [banksia, waratah, telopea] = first.funds as [ReadyFund, ReadyFund, ReadyFund]
      assert.deepStrictEqual(new Set(first.funds.map(({ pid }) => pid)), new Set([first.started.child.pid]))
      assert.strictEqual(new Set(first.funds.map(({ url }) => url)).size, 3)
      const slugs = yield* Effect.forEach(first.funds, ({ files }) =>
        Effect.map(fs.readFileString(files["fund_profile"] ?? ""), (text) => decodeProfile(text).fund.slug)
      )
      assert.deepStrictEqual(slugs, ["banksia", "waratah", "telopea"])

      assert.strictEqual((yield* register(banksia, {}, "one@example.com")).status, 201)
      assert.strictEqual((yield* register(telopea, {}, "one@example.com")).status, 201)
      // A key is valid only at its own fund; this fund accepts only tokens.
      const foreign = { "x-auth-key": keyIn(banksia.data_dir) }
      assert.strictEqual((yield* register(telopea, foreign, "two@example.com")).status, 401)
      assert.strictEqual((yield* register(waratah, foreign, "two@example.com")).status, 401)
      assert.deepStrictEqual(yield* Effect.forEach(first.funds, membersOf), [1, 0, 1])

      first.started.child.kill("SIGKILL")
      yield* first.started.ended
      const second = yield* runFunds(folder, "api-key", "jwt", "files")
      assert.deepStrictEqual(yield* Effect.forEach(second.funds, membersOf), [1, 0, 1])
      assert.strictEqual((yield* register(second.funds[0]!, {}, "one@example.com")).status, 200)
    })
  )
})
