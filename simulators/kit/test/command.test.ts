import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import { askAt, startProgram, whenReady } from "../src/testing/index.ts"

const main = fileURLToPath(new URL("counterMain.ts", import.meta.url))

const start = (...args: ReadonlyArray<string>) => startProgram(main, ...args)

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const takenPort = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ port, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const count = (url: string) => askAt(url, { path: "/v1/count", body: { by: "Ada" } })

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
      const { code, err, out } = yield* started.ended
      assert.strictEqual(code, 0)
      assert.strictEqual(err, "")
      assert.match(out, /\n\d\d:\d\d:\d\d {2}200 {2}POST \/v1\/count {2}Counted to 1\. {2}\(\d+ ms\)\n/)
      const fs = yield* FileSystem.FileSystem
      assert.isFalse(yield* fs.exists(`${folder}/data/running.pid`))
    })
  )

  it.effect(
    "tells programs where it is, in a file and as a line of JSON, and goes on after a kill -9",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      const args = ["--port", "0", "--http", "--json", "--data-dir", `${folder}/data`]
      const first = yield* start(...args, "--ready-file", `${folder}/ready.json`)
      const place = yield* whenReady(first)
      assert.deepInclude(place, {
        event: "ready",
        kind: "counter",
        ca_file: null,
        data_dir: `${folder}/data`
      })
      assert.deepStrictEqual((yield* count(place.url)).json, { n: 1 })
      assert.deepStrictEqual(JSON.parse(yield* fs.readFileString(`${folder}/ready.json`)), place)
      first.child.kill("SIGKILL")
      yield* first.ended
      const again = yield* whenReady(yield* start(...args))
      assert.deepStrictEqual((yield* count(again.url)).json, { n: 2 })
      const { json } = yield* askAt(again.url, { path: "/_simulator/log" })
      assert.deepStrictEqual(
        (json.data as ReadonlyArray<TimelineEntry>).map(({ kind, seq }) => `${seq} ${kind}`),
        ["1 started", "2 counted", "3 started", "4 counted"]
      )
    })
  )

  it.effect(
    "says in one sentence why it can't start",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const { port } = yield* takenPort
      const taken = yield* (yield* start("--port", String(port), "--http", "--data-dir", folder)).ended
      assert.deepStrictEqual(taken, {
        code: 1,
        out: "",
        err: `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose another with --port (0 takes any free one).\n`
      })
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${folder}/file`, "")
      const blocked = yield* (yield* start("--port", "0", "--data-dir", `${folder}/file`)).ended
      assert.strictEqual(blocked.code, 1)
      assert.strictEqual(blocked.err, `Can't write to ${folder}/file. Name another folder with --data-dir.\n`)
      yield* whenReady(yield* start("--port", "0", "--http", "--json", "--data-dir", folder))
      const second = yield* (yield* start("--port", "0", "--http", "--data-dir", folder)).ended
      assert.strictEqual(second.code, 1)
      assert.match(second.err, /^Process \d+ already uses .* --data-dir\.\n$/)
    })
  )

  it.effect(
    "explains its flags",
    Effect.fnUntraced(function* () {
      const help = yield* (yield* start("--help")).ended
      assert.strictEqual(help.code, 0)
      for (const flag of ["--port", "--host", "--http", "--data-dir", "--ready-file", "--json"]) {
        assert.include(help.out, flag)
      }
      const wrong = yield* (yield* start("--prot", "1")).ended
      assert.deepInclude(wrong, { code: 2, out: "" })
      assert.match(wrong.err, /^Unrecognized flag: --prot in [^\n]* \(or is it --port\); see --help\.\n$/)
    })
  )
})
