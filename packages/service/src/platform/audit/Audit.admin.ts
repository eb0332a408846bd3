import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { toTimestamp } from "../time/timestamp.ts"

interface Row {
  readonly occurred_at: Date
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly action: string
  readonly entity_kind: string | null
  readonly entity_id: string | null
}

/** `admin audit`: the newest entries of the audit log, newest first. */
export const auditCommand = Command.make(
  "audit",
  {
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many entries"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* ({ limit }) {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Row>`SELECT occurred_at, actor_kind, actor_id, action, entity_kind, entity_id
      FROM audit_log ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`
    for (const row of rows) {
      const actor = [row.actor_kind, row.actor_id].filter((part) => part !== null).join(" ")
      const entity = [row.entity_kind, row.entity_id].filter((part) => part !== null).join(" ")
      yield* Console.log(`${toTimestamp(row.occurred_at)}  ${row.action}  ${entity}  by ${actor}`)
    }
  })
).pipe(Command.withDescription("Show who did what, newest first"))
