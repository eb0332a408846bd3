import { freePort } from "@embedded-super/program/freePorts"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { aFile, runHere, program } from "../../../test/admin.ts"
import { NEEDS_PGBOUNCER, pgBouncer, withPgBouncer } from "../../../test/pgbouncer.ts"
import { SERVICE_ROLE } from "../../../test/postgres.ts"
import { TestDatabase, withoutIds } from "../../../test/TestDatabase.ts"
import { receiver } from "../../../test/webhooks/TestWebhooks.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"

const ignoring = {
  ignore_startup_parameters: "statement_timeout,lock_timeout,idle_in_transaction_session_timeout"
}

/** The environment of a program whose database is behind a PgBouncer with these settings. */
const behind = Effect.fnUntraced(function* (
  settings: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {}
) {
  const fs = yield* FileSystem.FileSystem
  return {
    DATABASE_URL: yield* pgBouncer(yield* DatabaseUrl, settings),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    RATE_LIMIT_PER_MINUTE: "0",
    LOG_FORMAT: "json",
    ...more
  }
})

const NOTHING = `Nothing to migrate.\nMay run the service: ${SERVICE_ROLE}.\n`

/** The test's own database, and not `postgres`. */
const own = TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer))

const call = (url: string, key: string, method: string, body: object) =>
  Effect.promise(async () => {
    const answer = await fetch(url, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return { status: answer.status, body: (await answer.json()) as { readonly data: any } }
  })

layer(own, { excludeTestServices: true })(`behind PgBouncer${NEEDS_PGBOUNCER}`, (it) => {
  it.effect.skipIf(!withPgBouncer)(
    "in transaction mode, a program that wasn't told so refuses to start, and says what to do",
    () =>
      Effect.gen(function* () {
        const refused = yield* runHere(["migrate"], yield* behind({ pool_mode: "transaction" }))
        assert.strictEqual(refused.code, 1)
        assert.match(
          refused.stderr,
          /can't be used \(unsupported startup parameter: [a-z_]+\)\.\n.*DATABASE_POOLER=transaction/
        )
        const detected = yield* runHere(["migrate"], yield* behind({ pool_mode: "transaction", ...ignoring }))
        assert.strictEqual(detected.code, 1)
        assert.match(
          detected.stderr,
          /is behind a pooler that gives each transaction another session\.\nSet DATABASE_POOLER=transaction, /
        )
      })
  )

  it.effect.skipIf(!withPgBouncer)("in session mode it works, and warns that no limit holds", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(
        ["migrate"],
        yield* behind({ pool_mode: "session", ...ignoring })
      )
      assert.deepStrictEqual({ code, stdout }, { code: 0, stdout: NOTHING })
      assert.match(stderr, /ALTER ROLE \\"embedded_super\\" SET statement_timeout = 10000;/)
    })
  )

  it.effect.skipIf(!withPgBouncer)(
    "in transaction mode, with DATABASE_POOLER, each of many writes at once is done, and workers work",
    () =>
      Effect.gen(function* () {
        const env = yield* behind({ pool_mode: "transaction" }, { DATABASE_POOLER: "transaction" })
        const made = yield* runHere(["admin", "partner", "create", "Pooled"], env)
        const key = /^partner key, shown this once: (.*)$/m.exec(made.stdout)?.[1] ?? ""
        const port = yield* Effect.promise(freePort)
        const serving = yield* program(["serve", "--dev", "--no-worker", "--port", `${port}`], env)
        const working = yield* program(["worker", "--dev"], env)
        yield* Effect.all([serving.says("Serving http://localhost"), working.says("it looks for jobs")])
        const api = `http://127.0.0.1:${port}/api/v1`

        const products = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, n) => ({ name: `Payroll ${n}`, sandboxed: true })),
          (product) => call(`${api}/products`, key, "POST", product),
          { concurrency: 20 }
        )
        assert.deepStrictEqual(
          products.filter(({ status }) => status !== 201),
          []
        )

        const product = `${api}/products/${products[0]?.body.data.id}`
        const productKey = (yield* call(`${product}/keys`, key, "POST", {})).body.data.secret
        const employers = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, n) => ({ abn: "51824753556", name: "Wattle", remote_id: `${n}` })),
          (employer) => call(`${api}/employers`, productKey, "POST", employer),
          { concurrency: 20 }
        )
        assert.deepStrictEqual(
          employers.filter(({ status }) => status !== 201),
          []
        )

        const { next, url } = yield* receiver()
        yield* call(`${product}/webhook`, key, "PUT", { url, enabled: true })
        const { body } = yield* call(`${product}/webhook/test`, key, "POST", {})
        const [arrived] = yield* next(1)
        assert.strictEqual(arrived?.webhookId, body.data.webhook_id)
        const said = withoutIds(serving.printed() + working.printed())
        assert.notMatch(said, /\b(?:26000|25P02)\b|prepared statement/)
      })
  )
})
