import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { createInterface } from "node:readline"
import type { OperatorError } from "../../OperatorError.ts"
import { DatabaseLoss } from "./DatabaseLoss.ts"
import { embeddedPostgres } from "./EmbeddedPostgres.ts"
import { findServer } from "./findServer.ts"
import { isRoot } from "./osUser.ts"

/** How often the server and its holder are killed: a few times in every run, hundreds with KILL_ROUNDS=250. */
const KILL_ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 4)

const HOLDER = join(import.meta.dirname, "../../../../test/holdDatabase.ts")

const newFolder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "embedded-super-embedded-" })
)

const query = (url: Redacted.Redacted, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PgClient.layer({ url }))
  )

/** One data folder, in which most tests start and stop: to make one costs a second. */
class Folder extends Context.Service<Folder, string>()("test/Folder") {
  static readonly layer = Layer.effect(Folder, newFolder).pipe(
    Layer.provideMerge(NodeFileSystem.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )
}

/** Another process that uses the database of the folder; answers when it has it. */
const otherProcess = (folder: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly child: ChildProcess; readonly url: Redacted.Redacted }>((resume) => {
      const child = spawn(process.execPath, [HOLDER, folder], { stdio: ["ignore", "pipe", "ignore"] })
      createInterface(child.stdout).on("line", (line) => {
        if (line.startsWith("url ")) resume(Effect.succeed({ child, url: Redacted.make(line.slice(4)) }))
      })
    }),
    ({ child }) => end(child, "SIGTERM")
  )

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill(signal)
  })

/** Polls a receipt that another process leaves. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { schedule: Schedule.spaced("50 millis"), times: 400 })

const serverOf = (folder: string) => findServer(join(folder, "cluster"))

layer(Folder.layer, { excludeTestServices: true })("the embedded database", (it) => {
  it.effect("keeps its data over a stop, and leaves no process behind", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      yield* Effect.scoped(
        Effect.flatMap(embeddedPostgres({ folder }), (url) =>
          query(url, "CREATE TABLE kept AS SELECT 42 AS n")
        )
      )
      assert.isTrue(Option.isNone(yield* serverOf(folder)))
      yield* Effect.gen(function* () {
        const url = yield* embeddedPostgres({ folder })
        assert.deepStrictEqual(yield* query(url, "SELECT n FROM kept"), [{ n: 42 }])
        assert.deepStrictEqual(yield* query(url, "SHOW fsync"), [{ fsync: "on" }])
      }).pipe(Effect.scoped)
    })
  )

  it.effect("asks for a password that only its user can read", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const url = yield* embeddedPostgres({ folder })
      const fs = yield* FileSystem.FileSystem
      assert.strictEqual((yield* fs.stat(join(folder, "password"))).mode & 0o777, 0o600)
      const wrong = new URL(Redacted.value(url))
      wrong.password = "wrong"
      const error = yield* Effect.flip(query(Redacted.make(wrong.href), "SELECT 1"))
      assert.strictEqual(error.reason._tag, "AuthenticationError")
    })
  )

  it.effect("adopts the server that a killed process left running, with all that was committed", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const { child, url } = yield* otherProcess(folder)
      yield* query(url, "CREATE TABLE committed AS SELECT 7 AS n")
      const before = yield* serverOf(folder)
      yield* end(child, "SIGKILL")
      const adopted = yield* embeddedPostgres({ folder })
      assert.deepStrictEqual(yield* query(adopted, "SELECT n FROM committed"), [{ n: 7 }])
      assert.deepStrictEqual(yield* serverOf(folder), before)
    })
  )

  it.effect("serves several processes, and stops with the last of them", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const { child, url } = yield* otherProcess(folder)
      yield* Effect.scoped(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* embeddedPostgres({ folder }), url)
        })
      )
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS n"), [{ n: 1 }])
      yield* end(child, "SIGTERM")
      assert.isTrue(Option.isNone(yield* serverOf(folder)))
    })
  )

  it.effect("tells once that its data folder was removed, and what to do", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const fs = yield* FileSystem.FileSystem
      const loss = yield* Deferred.make<never, OperatorError>()
      yield* Effect.gen(function* () {
        yield* embeddedPostgres({ folder })
        yield* fs.remove(folder, { recursive: true })
        const error = yield* Effect.flip(Deferred.await(loss))
        assert.strictEqual(error.problem, `The data folder ${folder} was removed under the running database.`)
        assert.isFalse(yield* fs.exists(folder))
      }).pipe(Effect.scoped, Effect.provideService(DatabaseLoss, loss))
    })
  )

  it.effect("starts again on the same address when the server is killed", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const url = yield* embeddedPostgres({ folder })
      yield* query(url, "CREATE TABLE survives AS SELECT 1 AS n")
      const { pid } = Option.getOrThrow(yield* serverOf(folder))
      process.kill(pid, "SIGKILL")
      assert.deepStrictEqual(yield* eventually(query(url, "SELECT n FROM survives")), [{ n: 1 }])
      assert.notStrictEqual(Option.getOrThrow(yield* serverOf(folder)).pid, pid)
    })
  )

  it.effect(
    "loses nothing that it acknowledged, over kills of the server and of the process that holds it",
    () =>
      Effect.gen(function* () {
        const folder = yield* Folder
        const acknowledged: Array<number> = []
        const write = Effect.fnUntraced(function* (url: Redacted.Redacted, n: number) {
          yield* query(url, `INSERT INTO written VALUES (${n}) ON CONFLICT DO NOTHING`)
          acknowledged.push(n)
        })
        const killServer = Effect.map(serverOf(folder), (server) =>
          process.kill(Option.getOrThrow(server).pid, "SIGKILL")
        )
        for (let round = 0; round < KILL_ROUNDS; round += 1) {
          const { child, url } = yield* otherProcess(folder)
          yield* query(url, "CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)")
          yield* write(url, round * 10)
          yield* killServer
          yield* eventually(write(url, round * 10 + 1))
          yield* end(child, "SIGKILL")
          yield* write(url, round * 10 + 2)
          if (round % 2 === 0) yield* killServer
        }
        const rows = yield* query(yield* embeddedPostgres({ folder }), "SELECT n FROM written ORDER BY n")
        assert.deepStrictEqual(
          rows,
          acknowledged.map((n) => ({ n }))
        )
        yield* Console.log(`${KILL_ROUNDS} rounds of kill -9: ${acknowledged.length} acknowledged, none lost`)
      }),
    { timeout: 60_000 + KILL_ROUNDS * 5_000 }
  )

  it.effect("starts beside a postmaster.pid whose number belongs to another process by now", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const fs = yield* FileSystem.FileSystem
      yield* Effect.scoped(embeddedPostgres({ folder }))
      yield* fs.writeFileString(
        join(folder, "cluster", "postmaster.pid"),
        `${process.pid}\n${folder}\n0\n5432\n`
      )
      const url = yield* embeddedPostgres({ folder })
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS n"), [{ n: 1 }])
    })
  )

  it.effect("refuses the data of another major version in one sentence", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const fs = yield* FileSystem.FileSystem
      yield* fs.makeDirectory(join(folder, "cluster"))
      yield* fs.writeFileString(join(folder, "cluster", "PG_VERSION"), "16\n")
      const error = yield* Effect.flip(embeddedPostgres({ folder }))
      assert.match(error.problem, /was made by PostgreSQL 16; this program brings PostgreSQL 18\.$/)
      assert.include(error.remedy, "DATABASE_URL")
    })
  )

  it.effect.runIf(isRoot)(
    "as root under a folder that others can't enter, keeps its data where its user can",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const closed = yield* newFolder
        yield* fs.chmod(closed, 0o700)
        const folder = join(closed, "postgres")
        yield* Effect.scoped(
          Effect.flatMap(embeddedPostgres({ folder }), (url) =>
            query(url, "CREATE TABLE kept AS SELECT 42 AS n")
          )
        )
        const home = yield* fs.readFileString(join(folder, "location"))
        yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(home, { recursive: true })))
        const url = yield* embeddedPostgres({ folder })
        assert.deepStrictEqual(yield* query(url, "SELECT n FROM kept"), [{ n: 42 }])
      })
  )
})
