import { takenPort } from "@embedded-super/program/testing/takenPort"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { whenReady } from "../src/testing/index.ts"
import { count, start, temporary } from "./counterProgram.ts"

// Flags, other reasons and kills: command.long.test.ts.
layer(NodeServices.layer)("a simulator as a program", (it) => {
  it.effect(
    "tells people where it is, and ends well when it is stopped",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const started = yield* start("--port", "0", "--http", "--data-dir", `${folder}/data`)
      const line = yield* started.firstLine
      assert.match(line, /^Counter simulator 0\.1\.0 is ready at http:\/\/127\.0\.0\.1:\d+$/)
      yield* count(line.replace(/^.* at /, ""))
      started.child.kill("SIGTERM")
      const { code, stderr, stdout } = yield* started.ended
      assert.strictEqual(code, 0)
      assert.strictEqual(stderr, "")
      assert.match(stdout, /\n\d\d:\d\d:\d\d {2}200 {2}POST \/v1\/count {2}Counted to 1\. {2}\(\d+ ms\)\n/)
      const fs = yield* FileSystem.FileSystem
      assert.isFalse(yield* fs.exists(`${folder}/data/running.pid`))
    })
  )

  it.effect(
    "tells programs where it is, in a file and as a line of JSON",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      const args = ["--port", "0", "--http", "--json", "--data-dir", `${folder}/data`]
      const place = yield* whenReady(yield* start(...args, "--ready-file", `${folder}/ready.json`))
      assert.deepInclude(place, {
        event: "ready",
        kind: "counter",
        ca_file: null,
        data_dir: `${folder}/data`
      })
      assert.deepStrictEqual(JSON.parse(yield* fs.readFileString(`${folder}/ready.json`)), place)
    })
  )

  it.effect(
    "says in one sentence why it can't start",
    Effect.fnUntraced(function* () {
      const port = yield* takenPort
      const taken = yield* start("--port", String(port), "--http", "--data-dir", yield* temporary)
      assert.deepStrictEqual(yield* taken.ended, {
        code: 1,
        stdout: "",
        stderr: `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose another with --port (0 takes any free one).\n`
      })
    })
  )
})
