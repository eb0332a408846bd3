import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../platform/database/Database.ts"
import type { Due } from "../platform/database/ledger.ts"
import { settingsOf } from "./root.ts"

const sentenceOf = ({ isOutside, name, takesAway }: Due): string =>
  [
    `${name}${isOutside ? ", which may take long while others read and write" : ""}:`,
    takesAway ? "takes away what the version before needs." : "only adds; the version before works beside it."
  ].join(" ")

/** What an upgrade does to the schema, and whether it can be taken back. */
const plan = Effect.gen(function* () {
  const due = yield* Database.due
  if (due.length === 0) return yield* Console.log("Nothing to migrate.")
  yield* Effect.forEach(due, (each) => Console.log(sentenceOf(each)))
  yield* Console.log(
    due.some(({ takesAway }) => takesAway)
      ? "This upgrade can't be taken back: end the version before first."
      : "The upgrade can be taken back: the version before works on the new schema."
  )
})

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
    ),
    plan: Flag.Boolean("plan").pipe(
      Flag.withDescription("Print what it would do, and whether that can be taken back; change nothing"),
      Flag.withDefault(false)
    )
  },
  ({ grantTo, plan: onlyPlan }) =>
    Effect.gen(function* () {
      if (onlyPlan) return yield* plan
      const { applied, granted } = yield* Database.migrate({
        done: Console.log,
        grantTo: Option.getOrUndefined(grantTo)
      })
      if (applied.length === 0) yield* Console.log("Nothing to migrate.")
      if (granted.length > 0) yield* Console.log(`May run the service: ${granted.join(", ")}.`)
    }).pipe(
      Effect.provide(
        Layer.provideMerge(Database.settings, settingsOf("migrate", { pool: 2, instance: false }))
      )
    )
).pipe(Command.withDescription("Bring the database's schema up to date"))
