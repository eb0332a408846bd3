import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { keyIn } from "./callFund.ts"
import { decodeProfile } from "./fundProgram.ts"
import { membersOf, type ReadyFund, register, runFunds } from "./severalFunds.ts"

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
