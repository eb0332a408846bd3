import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { checkServer, rootMessage } from "./checkServer.ts"
import { clientConfig } from "./clientConfig.ts"
import { connectionsFromSettings } from "./DatabaseUrl.ts"
import { migrationsDue, requireMigrated, unreadable } from "./ledger.ts"
import { migrate, type MigrateOptions } from "./migrate.ts"
import { schema } from "./migrations/index.ts"
import { statementLimitsFromSettings } from "./StatementLimits.ts"

/** A client alone: nothing is checked. */
const client = Layer.unwrap(Effect.map(clientConfig, PgClient.layer))

/**
 * `SqlClient` and `PgClient` on the database of `DatabaseUrl`. Building it checks that the server responds, is new
 * enough and keeps its sessions, so that a wrong address is one sentence at the start and not a stack trace at the first
 * request. It waits half a minute for a server that is starting.
 */
const layer = Layer.effectDiscard(checkServer).pipe(Layer.provideMerge(client))

/** The limits and the connections of the settings. */
const settings = Layer.mergeAll(statementLimitsFromSettings, connectionsFromSettings)

const explain = (error: SqlError) => Effect.fail(unreadable(rootMessage(error)))

/**
 * The layer, with the settings, on a database that has every migration of this program. It changes nothing: only `migrate`
 * does.
 */
const layerMigrated = Layer.effectDiscard(Effect.catchTag(requireMigrated(), "SqlError", explain)).pipe(
  Layer.provideMerge(layer),
  Layer.provideMerge(settings)
)

/** Brings the schema up to date. First it checks the server, as the layer does. */
const migrated = (options: MigrateOptions = {}) =>
  Effect.andThen(Effect.provide(Effect.void, layer), migrate(schema, options))

/** What `migrate` would do. It changes nothing, so any role may ask. */
const due = migrationsDue().pipe(Effect.catchTag("SqlError", explain), Effect.provide(layer))

export const Database = { client, due, layer, layerMigrated, migrate: migrated, settings }
