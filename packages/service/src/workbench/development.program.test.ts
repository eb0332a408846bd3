import { freePort } from "@embedded-super/program/freePorts"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { get, type IncomingMessage } from "node:http"
import { aFile, program } from "../../test/admin.ts"
import { anInstanceFile } from "../../test/TestSettings.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

const reads = [
  "/_workbench",
  "/_workbench/entries",
  "/_workbench/entries/1",
  "/_workbench/stream",
  "/_workbench/pages/levers",
  "/_workbench/pages/files/style.css"
]
const writes = ["/_workbench/levers/clock", "/_workbench/pages/levers", "/_workbench/entries/1/again"]

/** Makes a program print the parts of the Workbench's package that it loads, but for the few lines about traces. */
const printsParts = `--import data:text/javascript,${encodeURIComponent(
  'import { registerHooks } from "node:module";' +
    "registerHooks({ load: (url, context, next) => {" +
    '  if (/workbench\\/src\\/(?!trace\\/)|service\\/src\\/workbench\\//.test(url)) console.error("loaded a part", url);' +
    "  return next(url, context) } })"
)}`

/** Starts the service's own program on a free port, with a data folder of its own. */
const started = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const key = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(key, Buffer.alloc(32, 7).toString("base64"))
  yield* fs.chmod(key, 0o600)
  const dataDir = yield* fs.makeTempDirectoryScoped()
  const port = yield* Effect.promise(freePort)
  const running = yield* program(["serve", "--port", String(port), "--data-dir", dataDir, ...flags], {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: key,
    BASE_URL: flags.includes("--dev") ? `http://localhost:${port}` : "https://api.example.test",
    ...(flags.includes("--dev") ? {} : { INSTANCE_FILE: yield* aFile(anInstanceFile()) }),
    HOST: "127.0.0.1",
    SHUTDOWN_DELAY: "0",
    NODE_OPTIONS: printsParts
  })
  yield* running.says("Serving http")
  const ask = (path: string, method = "GET") =>
    Effect.promise(() => fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: "manual" }))
  yield* ask("/health/ready").pipe(Effect.repeat({ until: ({ status }) => status === 200 }))
  return { ...running, port, ask, dataDir }
})

/** Opens the stream, and waits for its first bytes. `ended` is whether it came to its end, and wasn't cut off. */
const watching = (port: number) =>
  Effect.callback<{ readonly ended: Effect.Effect<boolean> }>((resume) => {
    get(
      { agent: false, host: "127.0.0.1", port, path: "/_workbench/stream" },
      (incoming: IncomingMessage) => {
        const closed = new Promise<boolean>((done) => incoming.on("close", () => done(incoming.complete)))
        incoming.on("error", () => {})
        incoming.once("data", () => resume(Effect.succeed({ ended: Effect.promise(() => closed) })))
      }
    )
  })

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the Workbench of the program",
  (it) => {
    it.effect(
      "is served with --dev at `/`, its own requests are logged and noted nowhere, and its stream ends in order",
      () =>
        Effect.gen(function* () {
          const { ask, child, ended, port } = yield* started("--dev")
          const page = yield* ask("/")
          assert.strictEqual(page.status, 200)
          assert.include(yield* Effect.promise(() => page.text()), "Time line")
          for (const path of ["/_workbench", "/_workbench/pages/rows"])
            assert.strictEqual((yield* ask(path)).status, 200, path)
          yield* ask("/api/v1/employers")
          const listed = yield* ask("/_workbench/entries")
          const { data } = yield* Effect.promise(() => listed.json())
          assert.deepStrictEqual(
            data.map(({ path, status }: { path: string; status: number }) => [path, status]),
            [["/api/v1/employers", 401]]
          )
          const stream = yield* watching(port)
          child.kill("SIGTERM")
          // An open stream doesn't hold the program up.
          assert.isTrue(yield* stream.ended)
          const { code, stderr } = yield* ended
          assert.strictEqual(code, 0)
          assert.include(stderr, "loaded a part")
          assert.notInclude(stderr, "_workbench")
          assert.notInclude(stderr, "(no operation)")
        }).pipe(Effect.scoped)
    )

    it.effect(
      "isn't there without --dev: every path is unknown, `/` leads to the docs, no file is made, nothing is loaded",
      () =>
        Effect.gen(function* () {
          const { ask, child, dataDir, ended } = yield* started()
          const unknown = yield* ask("/unknown")
          for (const path of reads) assert.strictEqual((yield* ask(path)).status, unknown.status, path)
          for (const path of writes) assert.strictEqual((yield* ask(path, "POST")).status, 404, path)
          assert.strictEqual((yield* ask("/_workbench/entries", "OPTIONS")).status, 404)
          const root = yield* ask("/")
          assert.deepStrictEqual([root.status, root.headers.get("location")], [302, "/docs/"])
          const files = yield* (yield* FileSystem.FileSystem).readDirectory(dataDir)
          assert.notInclude(files.join(), "workbench")
          child.kill("SIGTERM")
          assert.notInclude((yield* ended).stderr, "loaded a part")
        }).pipe(Effect.scoped)
    )
  }
)
