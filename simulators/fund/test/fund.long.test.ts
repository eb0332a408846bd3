/** A fund as a program, beyond a start, a stop and a kill. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { aProfile } from "./callFund.ts"
import { runFund, temporary } from "./fundProgram.ts"

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
