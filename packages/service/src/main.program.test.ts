import { freePort } from "@embedded-super/program/freePorts"
import { takenPort } from "@embedded-super/program/testing/takenPort"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { request } from "node:http"
import { DatabaseUrl } from "./platform/database/DatabaseUrl.ts"
import { TestDatabase } from "../test/TestDatabase.ts"
import { aFile, runHere, program } from "../test/admin.ts"
import { SERVICE_ROLE } from "../test/postgres.ts"
import { anInstanceFile } from "../test/TestSettings.ts"

/** The result of a request over its own connection: a status, or the code of its error. */
const ask = (port: number, path = "/health/live"): Promise<string> =>
  new Promise((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(String(answer.statusCode)))
    })
    outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end()
  })

const environment = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(file, Buffer.alloc(32, 7).toString("base64"))
  yield* fs.chmod(file, 0o600)
  return {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: file,
    DATA_DIR: yield* fs.makeTempDirectoryScoped()
  }
})

const NOTHING = `Nothing to migrate.\nMay run the service: ${SERVICE_ROLE}.\n`

const twoLines = (stderr: string) => {
  assert.match(stderr, /^[^\n]+\n[^\n]+\n$/)
  assert.notMatch(stderr, /^\s+at /m)
}

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the program",
  (it) => {
    it.effect(
      "answers or refuses every request while it starts, serves until it is stopped, and exits 0",
      () =>
        Effect.gen(function* () {
          const port = yield* Effect.promise(freePort)
          const { child, ended, says } = yield* program(
            ["serve", "--dev", "--port", `${port}`],
            yield* environment
          )
          const kinds = new Set<string>()
          const untilAnswered = Effect.promise(() => ask(port)).pipe(
            Effect.tap((end) => Effect.sync(() => kinds.add(end))),
            Effect.repeat({ until: (end) => end === "200" })
          )
          yield* Effect.all([untilAnswered, untilAnswered, untilAnswered], { concurrency: "unbounded" })
          const known = ["200", "503", "ECONNREFUSED", "ECONNRESET"]
          assert.deepStrictEqual(
            [...kinds].filter((kind) => !known.includes(kind)),
            []
          )
          yield* says(`Serving http://localhost:${port}`)
          assert.strictEqual(yield* Effect.promise(() => ask(port, "/health/ready")), "200")
          child.kill("SIGTERM")
          const { code, stderr } = yield* ended
          assert.strictEqual(code, 0)
          for (const line of stderr.trim().split("\n")) assert.property(JSON.parse(line), "level")
        })
    )

    it.effect("when it is stopped it says so at once, and still answers while load balancers notice", () =>
      Effect.gen(function* () {
        const port = yield* Effect.promise(freePort)
        // Longer than the test: it ends with the program still waiting, however slow the machine is.
        const env = { ...(yield* environment), SHUTDOWN_DELAY: "3600" }
        const { child, says } = yield* program(["serve", "--dev", "--port", `${port}`], env)
        yield* says(`Serving http://localhost:${port}`)
        child.kill("SIGTERM")
        yield* Effect.promise(() => ask(port, "/health/ready")).pipe(
          Effect.repeat({ until: (end) => end === "503" })
        )
        assert.strictEqual(yield* Effect.promise(() => ask(port)), "200")
        child.kill("SIGKILL")
      })
    )

    it.effect("a taken port is one sentence and what to do, exit 1", () =>
      Effect.gen(function* () {
        const port = yield* takenPort
        const { code, stderr } = yield* runHere(["serve", "--dev", "--port", `${port}`], yield* environment)
        assert.strictEqual(code, 1)
        assert.include(stderr, `Port ${port} is taken by another program.\n`)
        twoLines(stderr)
      })
    )

    it.effect(
      "an unreachable DATABASE_URL is one sentence and what to do, exit 1, without the password",
      () =>
        Effect.gen(function* () {
          const env = { ...(yield* environment), DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/super" }
          const { code, stderr } = yield* runHere(["migrate"], env)
          assert.strictEqual(code, 1)
          assert.include(
            stderr,
            "The database at 127.0.0.1:1/super can't be used (connect ECONNREFUSED 127.0.0.1:1)."
          )
          assert.notInclude(stderr, "hunter2")
          twoLines(stderr)
        })
    )

    it.effect.each(["serve --dev", "worker", "migrate", "seed --file f --result r", "admin partner list"])(
      "`%s` without DATABASE_URL is one sentence and what to do, exit 1",
      (line) =>
        Effect.gen(function* () {
          const { MASTER_KEY_FILE } = yield* environment
          const { code, stderr, stdout } = yield* runHere(line.split(" "), { MASTER_KEY_FILE })
          assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
          assert.match(
            stderr,
            /^DATABASE_URL isn't set, [^\n]*\.\nSet it to [^\n]* start` brings a database\.\n$/
          )
        })
    )

    it.effect("DATABASE_URL without a master key is refused, exit 1", () =>
      Effect.gen(function* () {
        const { DATABASE_URL } = yield* environment
        const { code, stderr } = yield* runHere(["serve", "--port", "0"], {
          DATABASE_URL,
          BASE_URL: "https://api.example.com",
          INSTANCE_FILE: yield* aFile(anInstanceFile())
        })
        assert.strictEqual(code, 1)
        assert.include(stderr, "there is no master key")
        twoLines(stderr)
      })
    )

    it.effect.each(["serve", "worker"])(
      "`%s` without an instance file is one sentence and what to do, exit 1",
      (line) =>
        Effect.gen(function* () {
          const env = { ...(yield* environment), BASE_URL: "https://api.example.com" }
          const { code, stderr, stdout } = yield* runHere([line], env)
          assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
          assert.include(
            stderr,
            "INSTANCE_FILE isn't set, so nobody would be told who operates this service."
          )
          twoLines(stderr)
          const copied = anInstanceFile({
            terms: { url: "https://localhost/terms", version: "t-1", date: "2026-11-01" }
          })
          const refused = yield* runHere([line], { ...env, INSTANCE_FILE: yield* aFile(copied) })
          assert.strictEqual(refused.code, 1)
          assert.include(refused.stderr, "#/terms/url  It is a placeholder.")
        })
    )

    it.effect("migrate and admin run beside the service on the same database", () =>
      Effect.gen(function* () {
        const env = yield* environment
        const migrate = yield* runHere(["migrate"], env)
        assert.deepInclude(migrate, { code: 0, stdout: NOTHING, stderr: "" })
        const audit = yield* runHere(["admin", "audit", "--limit", "5"], env)
        assert.deepInclude(audit, { code: 0, stdout: "There are no such entries in the audit log.\n" })
      })
    )

    it.effect("admin reads its standard input; a refusal is two lines on standard error, exit 1", () =>
      Effect.gen(function* () {
        const env = yield* environment
        const { code, stdout } = yield* runHere(["admin", "partner", "create", "Boronia"], env)
        assert.strictEqual(code, 0)
        assert.match(stdout, /^partner \S+ /)
        const args = ["admin", "fund", "credentials", "--fund", "nobody"]
        const refused = yield* program(args, env, "a key of a fund\n")
        const { stderr, ...end } = yield* refused.ended
        assert.deepStrictEqual(end, { code: 1, stdout: "" })
        assert.include(stderr, "There is no fund with the slug nobody")
        twoLines(stderr)
      })
    )
  }
)

describe("a setting of the log that is wrong", () => {
  it.effect.each([
    ["LOG_LEVEL", "one of debug, info, warn, error and none"],
    ["LOG_FORMAT", "json or pretty"]
  ] as const)("%s is printed, with what it may be", ([name, expected]) =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runHere(["migrate"], { [name]: "nonsense" })
      assert.strictEqual(code, 1)
      assert.match(stderr, new RegExp(`${name}[^]*${expected}`))
      assert.notInclude(stderr, "mistake in the program")
    })
  )
})
