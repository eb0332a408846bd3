import type * as S from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { aFile, runHere } from "../../test/admin.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund, TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { aProductWithEndpoint, TestWebhooks } from "../../test/webhooks/TestWebhooks.ts"
import { LiveLookup } from "../default-activate/LiveLookup.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"
import { newId } from "../platform/ids/newId.ts"
import { Mailer } from "../platform/mail/Mailer.ts"
import { heldBy, type Hold, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { makeNoticeEmails } from "../webhooks/notices/NoticeEmails.ts"

/** `admin restore …` with this OUTGOING. */
const restore = Effect.fnUntraced(function* (
  name: "report" | "accept",
  OUTGOING = "on",
  ...flags: ReadonlyArray<string>
) {
  const env = {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    LOG_LEVEL: "warn",
    OUTGOING
  }
  return yield* runHere(["admin", "restore", name, ...flags], env)
})

layer(Layer.provideMerge(TestDatabase.layer, NodeServices.layer))("admin restore", (it) => {
  it.effect("says why nothing is sent: a restore, OUTGOING=off, or neither", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* servedDatabaseRepo).accept
      const served = yield* restore("report")
      assert.match(served.stdout, /^Not held for a restore: this is the database that was served last/)
      assert.match(served.stdout, /^Deadlines go on in the meantime: sessions complete or expire/m)
      assert.notInclude(served.stdout, "OUTGOING=off is set here")
      const off = yield* restore("report", "off")
      assert.match(off.stdout, /^OUTGOING=off is set here: a process with this setting sends nothing/m)
      yield* sql`UPDATE served_database SET table_oid = '1'`
      const held = yield* restore("report")
      assert.match(held.stdout, /^Held, because its tables were restored since it was served last\./)

      const position = sql<{ at: bigint }>`SELECT nextval('events_feed_positions') AS at`
      const [before] = yield* position
      const refused = yield* restore("accept")
      assert.match(refused.stderr, /^The erasures since the restored moment weren't applied/)
      const accepted = yield* restore("accept", "on", "--without-erasures")
      assert.match(accepted.stdout, /^accepted;/)
      const [after] = yield* position
      assert.isAbove(Number(after?.at), Number(before?.at) + 999_999)
      const audited = yield* sql`SELECT detail ->> 'erasures_applied' AS applied FROM audit_log
        WHERE action = 'restore.accept'`
      assert.deepStrictEqual(audited, [{ applied: "false" }])
    })
  )

  it.effect("says in a sentence that the server doesn't say which database this is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER FUNCTION pg_control_system() RENAME TO kept_back`
      const report = yield* restore("report")
      assert.deepStrictEqual([report.code, report.stderr], [0, ""])
      assert.match(report.stdout, /^The server doesn't say which database this is \(.*pg_control_system.*\)/)
      assert.match(report.stdout, /^0 webhooks$/m)
      const accept = yield* restore("accept")
      assert.deepStrictEqual([accept.code, accept.stdout], [1, ""])
      assert.match(accept.stderr, /^The server doesn't say which database this is .*: nothing is held/)
    })
  )
})

const lookups = LiveLookup.layer.pipe(
  Layer.provideMerge(TestFundCalls.layer),
  Layer.provide(Layer.succeed(Outgoing, heldBy(Effect.succeed("restored" as const))))
)

layer(lookups, { excludeTestServices: true })("while outgoing work is held, a lookup", (it) => {
  it.effect("isn't made, and fails closed", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => ({ status: 200, body: { employer_found: true } }))
      const employer_lookup = { source: "live", url: `${server.origin}/v1/employer_lookup` }
      const fund = yield* aFund(server.url, {
        operations: { member_registration: undefined, employer_lookup }
      })
      const lookup = yield* LiveLookup
      const asked = lookup.ask(yield* aProduct({ sandboxed: true }), fund, "51824753556" as S.Abn)
      assert.strictEqual((yield* Effect.flip(asked))._tag, "NotAsked")
      assert.lengthOf(server.calls, 0)
    })
  )
})

layer(TestWebhooks.layer, { excludeTestServices: true })("while outgoing work is held", (it) => {
  it.effect("e-mails wait, and are sent once the hold is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let hold: Hold | undefined = "restored"
      const { endpointId, productId } = yield* aProductWithEndpoint("https://hooks.example.com/")
      yield* sql`UPDATE products SET technical_contact_email = 'it@payroll.example.com' WHERE id = ${productId}`
      // Older than a day: an e-mail that can't be sent is then given up.
      yield* sql`INSERT INTO webhook_notices (id, endpoint_id, kind, failing_since, at)
        VALUES (${yield* newId}, ${endpointId}, 'paused_failing', '2026-11-15T22:10:49Z',
          platform_now() - interval '2 days')`
      const sent: Array<string> = []
      const mailer = Option.some({
        send: ({ to }: { readonly to: string }) => Effect.sync(() => void sent.push(to))
      })
      const sendAll = yield* makeNoticeEmails.pipe(
        Effect.provideService(Mailer, mailer),
        Effect.provideService(Outgoing, heldBy(Effect.sync(() => hold)))
      )
      yield* sendAll
      assert.lengthOf(sent, 0)
      hold = undefined
      yield* sendAll
      assert.deepStrictEqual(sent, ["it@payroll.example.com"])
    })
  )
})
