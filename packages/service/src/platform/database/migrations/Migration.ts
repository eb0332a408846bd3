import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** One step of the schema: an effect of SQL statements, one statement per `sql` call. */
export type Migration = Effect.Effect<unknown, SqlError, SqlClient.SqlClient>
