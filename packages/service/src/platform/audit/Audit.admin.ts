import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { toTimestamp } from "../time/timestamp.ts"
import { auditRepo } from "./AuditRepo.ts"
import { answerList } from "../OperatorAnswer.ts"

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
    yield* answerList(yield* (yield* auditRepo).newest(limit), (row) => {
      const actor = [row.actor_kind, row.actor_id].filter((part) => part !== null).join(" ")
      const entity = [row.entity_kind, row.entity_id].filter((part) => part !== null).join(" ")
      return `${toTimestamp(row.occurred_at)}  ${row.action}  ${entity}  by ${actor}`
    })
  })
).pipe(Command.withDescription("Show who did what, newest first"))
