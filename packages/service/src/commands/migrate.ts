import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../platform/database/Database.ts"
import { settingsOf } from "./root.ts"

/**
 * `migrate`: brings the schema up to date and exits, printing each migration as it is done. The other commands only check that
 * the schema is up to date.
 */
export const migrate = Command.make(
  "migrate",
  {
    grantTo: Flag.String("grant-to").pipe(
      Flag.withDescription(
        "The role that runs the service: it may read and write rows, and change no table. Later runs remember it"
      ),
      Flag.optional
    )
  },
  ({ grantTo }) =>
    Effect.gen(function* () {
      const { applied, granted } = yield* Database.migrate({
        done: Console.log,
        grantTo: Option.getOrUndefined(grantTo)
      })
      if (applied.length === 0) yield* Console.log("Nothing to migrate.")
      if (granted.length > 0) yield* Console.log(`May run the service: ${granted.join(", ")}.`)
    }).pipe(Effect.provide(Layer.provideMerge(Database.settings, settingsOf("migrate", { pool: 2 }))))
).pipe(Command.withDescription("Bring the database's schema up to date"))
