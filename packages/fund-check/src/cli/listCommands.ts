import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "./lazily.ts"

export const listCommand = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON, for programs"), Flag.withDefault(false))
  },
  lazily(
    () => import("./list.ts"),
    ({ list }) => list
  )
).pipe(Command.withDescription("Every check: id, level and what a correct fund does"))

export const explainCommand = Command.make(
  "explain",
  { id: Argument.String("id").pipe(Argument.withDescription("The check, such as LOOKUP-4.2-1")) },
  ({ id }) =>
    Effect.flatMap(
      Effect.promise(() => import("./list.ts")),
      ({ explain }) => explain(id)
    )
).pipe(Command.withDescription("One check: where it comes from, and how to fix what it finds"))
