import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../platform/database/Database.ts"
import { settingsOf } from "./root.ts"

/** `migrate`: brings the schema up to date and exits. The other commands only check that it is. */
export const migrate = Command.make("migrate", {}, () =>
  Database.migrate.pipe(
    Effect.flatMap((names) => Console.log(names.length === 0 ? "Nothing to migrate." : names.join("\n"))),
    Effect.provide(Layer.provide(Database.layerFromSettings, settingsOf({ pool: 2 })))
  )
).pipe(Command.withDescription("Bring the database's schema up to date"))
