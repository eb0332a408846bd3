import { freePort } from "@embedded-super/program/freePorts"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"
import { aFile, runHere, program } from "../../test/admin.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { aReview, confirm, TestRegistering } from "../../test/funds/TestRegistering.ts"
import { asServer } from "../../test/TestDatabase.ts"
import { receiver } from "../../test/webhooks/TestWebhooks.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"
import { servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"

/**
 * Copies a database as pg_dump and pg_restore do: every row, in another database of the cluster. PostgreSQL copies one that
 * nobody is connected to; its original isn't used any more.
 */
const copied = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const own = URL.parse(Redacted.value(url)) ?? assert.fail("DATABASE_URL is no URL")
  const name = own.pathname.slice(1)
  const copy = `copy_${randomBytes(8).toString("hex")}`
  yield* Effect.acquireRelease(
    Effect.gen(function* () {
      yield* asServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      yield* asServer(
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`
      )
      yield* asServer(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
    }),
    () => Effect.ignore(asServer(`DROP DATABASE ${copy} WITH (FORCE)`))
  )
  own.pathname = `/${copy}`
  return own.href
})

const ready = (port: number) =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    return ((await answer.json()) as { readonly status: string }).status
  })

const world = Layer.mergeAll(TestRegistering.layer, NodeFileSystem.layer)

layer(Layer.provideMerge(WebhookEndpoints.layer, world), { excludeTestServices: true })(
  "a restored copy",
  (it) => {
    it.effect(
      "sends nothing until an operator has seen what it would send, and accepts it; it answers reads and writes",
      () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          // Production: a webhook and a registration wait.
          const [fund, partner] = [yield* fundServer(), yield* receiver()]
          const session = yield* aReview(yield* aFund(fund.url))
          yield* (yield* WebhookEndpoints).set({ productId: session.productId, url: partner.url })
          yield* confirm(session)
          yield* (yield* servedDatabaseRepo).begin

          const env = {
            DATABASE_URL: yield* copied(yield* DatabaseUrl),
            MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
            DATA_DIR: yield* fs.makeTempDirectoryScoped(),
            LOG_FORMAT: "json"
          }
          const admin = (...args: ReadonlyArray<string>) => runHere(["admin", ...args], env)
          const port = yield* Effect.promise(freePort)
          const copy = yield* program(["serve", "--dev", "--port", `${port}`], env)
          yield* copy.says(`Serving http://localhost:${port}`)
          yield* copy.says("Outgoing work is held")
          assert.strictEqual(yield* ready(port), "held")

          const made = yield* admin("partner", "create", "After the restore")
          const key =
            /^partner key, shown this once: (.*)$/m.exec(made.stdout)?.[1] ?? assert.fail(made.stderr)
          const api = `http://127.0.0.1:${port}/api/v1/products`
          const headers = { "x-api-key": key, "content-type": "application/json" }
          const body = JSON.stringify({ name: "Written", sandboxed: true })
          const written = yield* Effect.promise(() => fetch(api, { method: "POST", headers, body }))
          const read = yield* Effect.promise(() => fetch(api, { headers }))
          assert.deepStrictEqual([written.status, read.status], [201, 200])

          const { code, stdout } = yield* admin("restore", "report")
          assert.strictEqual(code, 0)
          assert.match(stdout, /^Held, because this is another database than the one that was served last\./)
          assert.match(stdout, /^[1-9]\d* webhooks?$/m)
          assert.match(
            stdout,
            new RegExp(`onboarding_session_changed  ${session.id}  .*  to 127\\.0\\.0\\.1:`)
          )
          assert.match(stdout, /^1 call to funds, or rows of their files$/m)
          assert.match(stdout, new RegExp(`member_registration  fund fund-\\d+  session ${session.id}  `))
          assert.deepStrictEqual([fund.calls.length, partner.arrivals.length], [0, 0])

          const early = yield* admin("restore", "accept")
          assert.deepStrictEqual([early.code, early.stdout], [1, ""])
          assert.match(early.stderr, /^The erasures since the restored moment weren't applied/)
          assert.include(
            (yield* admin("restore", "erasures", yield* aFile(""))).stdout,
            "0 erased again, 0 were erased, 0 aren't in this database, 0 can't be erased yet"
          )
          assert.include(
            (yield* admin("restore", "accept")).stdout,
            "accepted; each process that isn't switched off (OUTGOING=off, --no-outgoing) sends what is due"
          )
          yield* partner.next(1)
          yield* Effect.repeat(
            Effect.sync(() => fund.calls.length),
            {
              until: (calls) => calls === 1,
              schedule: Schedule.spaced("20 millis")
            }
          )
          assert.strictEqual(yield* ready(port), "ready")
          const again = yield* admin("restore", "accept")
          assert.deepStrictEqual([again.code, again.stdout], [1, ""])
          assert.match(again.stderr, /^Nothing is held for a restore/)
          assert.match((yield* admin("audit")).stdout, /restore\.accept +by operator/)
        })
    )
  }
)
