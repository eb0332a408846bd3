/**
 * A connection for a command that has to answer whatever the service's own are doing: one, of its own, that migrates
 * nothing, needs no master key and waits for nothing longer than a second.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isSqlError } from "effect/sql/SqlError"
import { databaseIsAway, rootMessage, rootOf, unreachable } from "../platform/database/checkServer.ts"
import { Database } from "../platform/database/Database.ts"
import { connectionsFromSettings, DatabaseUrl } from "../platform/database/DatabaseUrl.ts"
import { unreadable } from "../platform/database/ledger.ts"
import { StatementLimits } from "../platform/database/StatementLimits.ts"
import { OperatorError } from "../platform/OperatorError.ts"

const SECOND = Duration.seconds(1)

const limits = Layer.succeed(StatementLimits, {
  statement: SECOND,
  lock: SECOND,
  backgroundStatement: SECOND
})

/** How long the whole command may take. */
const PATIENCE = Duration.millis(1800)

/** The client, over `Settings` and `DatabaseUrl`. */
export const ownConnection = Database.client.pipe(Layer.provide([limits, connectionsFromSettings]))

/** PostgreSQL's "undefined_table" and "undefined_column". */
const UNKNOWN: ReadonlySet<unknown> = new Set(["42P01", "42703"])

const otherSchema = new OperatorError({
  problem: "The database's schema isn't this program's, so its status can't be read.",
  remedy: "Run `migrate`, or the program of the version that works on the database."
})

/** Runs a read within its time, and says in a sentence why it can't be told. */
export const inTime = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const url = yield* DatabaseUrl
    return yield* read.pipe(
      Effect.timeoutOrElse({ duration: PATIENCE, orElse: () => Effect.fail(databaseIsAway(url, PATIENCE)) }),
      Effect.mapError((error) => {
        if (!isSqlError(error)) return error
        if (error.reason._tag === "AuthorizationError") return unreadable(rootMessage(error))
        return UNKNOWN.has(rootOf(error).code) ? otherSchema : unreachable(url, error)
      })
    )
  })
