import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { takePort } from "@embedded-super/program/testing/takenPort"
import {
  embeddedPostgres,
  type Options,
  runningServer,
  stopOrphan
} from "../src/postgres/EmbeddedPostgres.ts"
import { type HeldDatabase, heldDatabase } from "../src/postgres/heldDatabase.ts"
import { identity, isAlive, isRoot, isSame } from "../src/postgres/processes.ts"

/** The number of kills of the server and its holder: `manyKills.long.test.ts` sets it. */
const KILL_ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 1)

/** A program that holds a database, and prints the holder's process id. */
const KEEPER = `
import { heldDatabase } from ${JSON.stringify(new URL("../src/postgres/heldDatabase.ts", import.meta.url).href)}
const { pid } = await heldDatabase(process.argv[1], ["--remove"])
console.log(pid)
setInterval(() => {}, 1000)
`

const newFolder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "embedded-super-embedded-" })
)

const query = (url: Redacted.Redacted, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PgClient.layer({ url }))
  )

/** One data folder, which most tests share: creating one costs a second. */
class Folder extends Context.Service<Folder, string>()("test/Folder") {
  static readonly layer = Layer.effect(Folder, newFolder).pipe(
    Layer.provideMerge(NodeFileSystem.layer),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )
}

const use = (options: Options) => Effect.map(embeddedPostgres(options), ({ url }) => url)

/** Another process that has acquired the database of the folder. */
const otherProcess = (folder: string) =>
  Effect.acquireRelease(
    Effect.map(
      Effect.promise(() => heldDatabase(folder)),
      (held) => ({ held, url: Redacted.make(held.url) })
    ),
    ({ held }) => release(held)
  )

const release = (held: HeldDatabase) => Effect.promise(held.release)

const kill = (held: HeldDatabase) =>
  Effect.promise(() => {
    process.kill(held.pid, "SIGKILL")
    return held.ended
  })

/** Polls for a result that another process leaves. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, Schedule.spaced("50 millis"))

const serverOf = runningServer

layer(Folder.layer, { excludeTestServices: true })("the embedded database", (it) => {
  it.effect("keeps its data over a stop, and leaves no process behind", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      yield* Effect.scoped(
        Effect.flatMap(use({ folder }), (url) => query(url, "CREATE TABLE kept AS SELECT 42 AS n"))
      )
      assert.isTrue(Option.isNone(yield* serverOf(folder)))
      yield* Effect.gen(function* () {
        const url = yield* use({ folder })
        assert.deepStrictEqual(yield* query(url, "SELECT n FROM kept"), [{ n: 42 }])
        assert.deepStrictEqual(yield* query(url, "SHOW fsync"), [{ fsync: "on" }])
      }).pipe(Effect.scoped)
    })
  )

  it.effect("asks for a password that only its user can read", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const url = yield* use({ folder })
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
      const { held, url } = yield* otherProcess(folder)
      yield* query(url, "CREATE TABLE committed AS SELECT 7 AS n")
      const before = yield* serverOf(folder)
      yield* kill(held)
      const adopted = yield* use({ folder })
      assert.deepStrictEqual(yield* query(adopted, "SELECT n FROM committed"), [{ n: 7 }])
      assert.deepStrictEqual(yield* serverOf(folder), before)
    })
  )

  it.effect("stops an orphan on request, and no server that a living process uses", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const { held } = yield* otherProcess(folder)
      const error = yield* Effect.flip(stopOrphan(folder))
      assert.strictEqual(
        (error as { readonly problem?: string }).problem,
        `The database in ${folder} is in use by process ${held.pid}.`
      )
      yield* kill(held)
      assert.isTrue(Option.isSome(yield* serverOf(folder)))
      yield* stopOrphan(folder)
      assert.isTrue(Option.isNone(yield* serverOf(folder)))
    })
  )

  it.effect("serves several processes, and stops with the last of them", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const { held, url } = yield* otherProcess(folder)
      yield* Effect.scoped(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* use({ folder }), url)
        })
      )
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS n"), [{ n: 1 }])
      yield* release(held)
      assert.isTrue(Option.isNone(yield* serverOf(folder)))
    })
  )

  it.effect("fails when its data folder was removed, and says what to do", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const fs = yield* FileSystem.FileSystem
      yield* Effect.gen(function* () {
        const { lost } = yield* embeddedPostgres({ folder })
        yield* fs.remove(folder, { recursive: true })
        const error = yield* Effect.flip(lost)
        assert.strictEqual(error.problem, `The data folder ${folder} was removed under the running database.`)
        assert.isFalse(yield* fs.exists(folder))
      }).pipe(Effect.scoped)
    })
  )

  it.effect(
    "loses nothing that it acknowledged over kills of the server and of its holder, and keeps its address",
    () =>
      Effect.gen(function* () {
        const folder = yield* Folder
        const acknowledged: Array<number> = []
        const write = Effect.fnUntraced(function* (url: Redacted.Redacted, n: number) {
          yield* query(url, `INSERT INTO written VALUES (${n}) ON CONFLICT DO NOTHING`)
          acknowledged.push(n)
        })
        // Until it is gone, what comes next may take it for a server that runs.
        const killServer = Effect.gen(function* () {
          const { pid } = Option.getOrThrow(yield* serverOf(folder))
          process.kill(pid, "SIGKILL")
          yield* eventually(
            Effect.filterOrFail(
              Effect.sync(() => isAlive(pid)),
              (alive) => !alive
            )
          )
        })
        for (let round = 0; round < KILL_ROUNDS; round += 1) {
          const { held, url } = yield* otherProcess(folder)
          yield* query(url, "CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)")
          yield* write(url, round * 10)
          yield* killServer
          yield* eventually(write(url, round * 10 + 1))
          yield* kill(held)
          yield* write(url, round * 10 + 2)
          if (round % 2 === 0) yield* killServer
        }
        const rows = yield* query(yield* use({ folder }), "SELECT n FROM written ORDER BY n")
        assert.deepStrictEqual(
          rows,
          acknowledged.map((n) => ({ n }))
        )
        yield* Console.log(`${KILL_ROUNDS} rounds of kill -9: ${acknowledged.length} acknowledged, none lost`)
      }),
    { timeout: 180_000 + KILL_ROUNDS * 5_000 }
  )

  it.effect("waits for a port that another program has for a moment", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const fs = yield* FileSystem.FileSystem
      const { free, port } = yield* Effect.promise(takePort)
      const starting = yield* Effect.forkScoped(use({ folder, extra: [`port=${port}`] }))
      yield* eventually(
        Effect.filterOrFail(fs.readFileString(join(folder, "server.log")), (log) =>
          log.includes("already in use")
        )
      )
      yield* Effect.promise(free)
      const url = yield* Fiber.join(starting)
      assert.strictEqual(new URL(Redacted.value(url)).port, String(port))
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS n"), [{ n: 1 }])
    })
  )

  it.effect("starts beside a postmaster.pid whose number belongs to another process by now", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const fs = yield* FileSystem.FileSystem
      yield* Effect.scoped(use({ folder }))
      yield* fs.writeFileString(
        join(folder, "cluster", "postmaster.pid"),
        `${process.pid}\n${folder}\n0\n5432\n`
      )
      const url = yield* use({ folder })
      assert.deepStrictEqual(yield* query(url, "SELECT 1 AS n"), [{ n: 1 }])
    })
  )

  it.effect("refuses the data of another major version in one sentence", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const fs = yield* FileSystem.FileSystem
      yield* fs.makeDirectory(join(folder, "cluster"))
      yield* fs.writeFileString(join(folder, "cluster", "PG_VERSION"), "16\n")
      const error = yield* Effect.flip(use({ folder }))
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
          Effect.flatMap(use({ folder }), (url) => query(url, "CREATE TABLE kept AS SELECT 42 AS n"))
        )
        const home = yield* fs.readFileString(join(folder, "location"))
        yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(home, { recursive: true })))
        const url = yield* use({ folder })
        assert.deepStrictEqual(yield* query(url, "SELECT n FROM kept"), [{ n: 42 }])
      })
  )

  it.effect("a folder that can't be made is refused in one sentence", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(embeddedPostgres({ folder: "/proc/no-such-process/postgres" }))
      assert.include(
        error.problem,
        "The embedded database can't use /proc/no-such-process/postgres: NotFound"
      )
    })
  )

  it.effect("a process that is killed leaves no held database behind, and with --remove no folder", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* newFolder
      const keeper = yield* Effect.sync(() =>
        spawn(process.execPath, ["--input-type=module", "--eval", KEEPER, folder], {
          stdio: ["ignore", "pipe", "ignore"]
        })
      )
      const pid = yield* Effect.callback<number>((resume) => {
        keeper.stdout.once("data", (text: Buffer) => resume(Effect.succeed(Number(text))))
      })
      const server = Option.getOrThrow(yield* serverOf(folder))
      const names = [pid, server.pid].map(identity)
      keeper.kill("SIGKILL")
      yield* eventually(
        Effect.filterOrFail(
          Effect.sync(() => names.filter(isSame)),
          (left) => left.length === 0
        )
      )
      assert.isFalse(yield* fs.exists(folder))
    })
  )
})
