import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../platform/database/Database.ts"
import { settingsOf } from "./root.ts"

/**
 * `migrate`: brings the schema up to date and exits, printing each migration as it is done. The other commands only check that
 * the schema is up to date.
 */
export const migrate = Command.make("migrate", {}, () =>
  Database.migrate(Console.log).pipe(
    Effect.tap((names) => (names.length === 0 ? Console.log("Nothing to migrate.") : Effect.void)),
    Effect.provide(Layer.provideMerge(Database.settings, settingsOf({ pool: 2 })))
  )
).pipe(Command.withDescription("Bring the database's schema up to date"))
