/** A simulator as a program, beyond a start and a stop. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { whenReady } from "../src/testing/index.ts"
import { start, temporary } from "./counterProgram.ts"

layer(NodeServices.layer)("a simulator as a program", (it) => {
  it.effect(
    "says in one sentence why it can't use a folder",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${folder}/file`, "")
      const blocked = yield* (yield* start("--port", "0", "--data-dir", `${folder}/file`)).ended
      assert.strictEqual(blocked.code, 1)
      assert.strictEqual(
        blocked.stderr,
        `Can't write to ${folder}/file. Name another folder with --data-dir.\n`
      )
      yield* whenReady(yield* start("--port", "0", "--http", "--json", "--data-dir", folder))
      const second = yield* (yield* start("--port", "0", "--http", "--data-dir", folder)).ended
      assert.strictEqual(second.code, 1)
      assert.match(second.stderr, /^Process \d+ already uses .* --data-dir\.\n$/)
    })
  )

  it.effect(
    "explains its flags",
    Effect.fnUntraced(function* () {
      const help = yield* (yield* start("--help")).ended
      assert.strictEqual(help.code, 0)
      for (const flag of ["--port", "--host", "--http", "--data-dir", "--ready-file", "--json"]) {
        assert.include(help.stdout, flag)
      }
      const wrong = yield* (yield* start("--prot", "1")).ended
      assert.deepInclude(wrong, { code: 2, stdout: "" })
      assert.match(wrong.stderr, /^Unrecognized flag: --prot in [^\n]* \(or is it --port\); see --help\.\n$/)
    })
  )
})
