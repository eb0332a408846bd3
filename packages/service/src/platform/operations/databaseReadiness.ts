import { withinDeadline } from "@embedded-super/http-manners"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { isReadOnly } from "../database/checkServer.ts"
import { Outgoing } from "../outgoing/Outgoing.ts"
import { clockOffset } from "../time/clockAlarm.ts"
import { Operations } from "./Operations.ts"

/** Why the database keeps this process from its work. */
class DatabaseUnready extends Data.TaggedError("DatabaseUnready")<{ readonly words: string }> {}

const silent = new DatabaseUnready({ words: "The database does not answer." })
const readOnly = new DatabaseUnready({ words: "The database takes no changes." })

/**
 * Ready: the database answers within two seconds and accepts changes (it was migrated before). Returns the difference
 * between its clock and this machine's, and why outgoing work is held, if it is.
 */
export const databaseReadiness = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { hold } = yield* Outgoing
  const asked = Effect.gen(function* () {
    const clockOffsetMillis = yield* clockOffset
    if (yield* isReadOnly) return yield* readOnly
    return { clockOffsetMillis, hold: yield* hold }
  }).pipe(
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.catchIf(isSqlError, () => Effect.fail(silent))
  )
  return withinDeadline(asked, Duration.seconds(2), Effect.fail(silent))
})

/** Adds the database to the checks of the operations port. */
export const databaseCheck = Layer.effectDiscard(
  Effect.gen(function* () {
    const readiness = yield* databaseReadiness
    const { check } = yield* Operations
    yield* check(
      Effect.match(readiness, {
        onFailure: ({ words }) => ({ isReady: false, words }),
        onSuccess: ({ hold }) =>
          hold === undefined ? undefined : { isReady: true, words: `Outgoing work is held: ${hold}.` }
      })
    )
  })
)
