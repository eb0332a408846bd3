import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aFile, runHere } from "../../test/admin.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"
import { servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"

/** `admin restore …` with this OUTGOING. */
const restore = Effect.fnUntraced(function* (name: "report" | "accept", OUTGOING = "on") {
  const env = {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    LOG_LEVEL: "warn",
    OUTGOING
  }
  return yield* runHere(["admin", "restore", name], env)
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
