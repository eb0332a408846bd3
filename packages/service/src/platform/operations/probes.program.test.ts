import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFile, program, runHere } from "../../../test/admin.ts"
import { asServer, TestDatabase } from "../../../test/TestDatabase.ts"
import { DatabaseUrl } from "../database/DatabaseUrl.ts"

const environment = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    OPERATIONS_PORT: "0",
    LOG_FORMAT: "json"
  }
})

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the probes of a worker",
  (it) => {
    it.effect("say that it works, why it doesn't, and that it does again", () =>
      Effect.gen(function* () {
        const env = yield* environment
        const database = new URL(env.DATABASE_URL).pathname.slice(1)
        const { child, ended, line } = yield* program(["worker", "--dev"], env)
        const url = yield* line((text) => /Operations at (http:[^"\s]+)/.exec(text)?.[1])
        const ask = (path: string) =>
          Effect.promise(async () => {
            const answer = await fetch(`${url}${path}`)
            return `${answer.status} ${await answer.text()}`
          })
        const until = (expected: string) =>
          Effect.repeat(ask("/ready"), { until: (answer) => answer.startsWith(expected) })
        yield* until("200 ready")
        // Its sessions say which master key it seals under.
        const names = yield* asServer(
          `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = '${database}'`
        )
        assert.match(JSON.stringify(names), /worker \d+@[0-9a-f]{8}\//)
        assert.match(yield* ask("/metrics"), /^embedded_super_work_waiting\{kind="timers"\} [1-9]/m)

        yield* asServer(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
        yield* asServer(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`
        )
        assert.include(yield* until("503"), "The database ")
        assert.strictEqual(yield* ask("/live"), "200 live\n")

        yield* asServer(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
        yield* asServer(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`
        )
        yield* until("200 ready")
        child.kill("SIGTERM")
        assert.strictEqual((yield* ended).code, 0)
      })
    )

    for (const args of [["serve", "--port", "0"], ["worker"], ["sftp", "--port", "0"]]) {
      it.effect(`${args[0]} starts while the database takes no changes, and is ready once it does`, () =>
        Effect.gen(function* () {
          const env = yield* environment
          const database = new URL(env.DATABASE_URL).pathname.slice(1)
          // What the first process of all stores.
          yield* runHere(["admin", "sftp", "host-key"], env)
          yield* asServer(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
          const { child, ended, line } = yield* program([...args, "--dev"], env)
          const url = yield* line((text) => /Operations at (http:[^"\s]+)/.exec(text)?.[1])
          const until = (expected: string) =>
            Effect.repeat(
              Effect.promise(async () => await (await fetch(`${url}/ready`)).text()),
              { until: (answer) => answer === expected }
            )
          yield* until("not ready\nThe database takes no changes.\n")
          yield* asServer(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
          yield* asServer(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`
          )
          yield* until("ready\n")
          child.kill("SIGTERM")
          assert.strictEqual((yield* ended).code, 0)
        })
      )
    }
  }
)
