import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { Kit } from "../check/Check.ts"
import { docsUrlFlag } from "./runFlags.ts"
import { lazily } from "./lazily.ts"

export interface ListedKit<World> {
  readonly load: () => Promise<Kit<World>>
  /** Whom the kit checks: "fund". */
  readonly subject: string
  /** The id of a check, as an example. */
  readonly example: string
}

/** The commands that read the kit, and call nobody. */
export const listCommands = <World>({ example, load, subject }: ListedKit<World>) => {
  const loaded = () =>
    Promise.all([load(), import("./list.ts")]).then(([kit, { explain, list }]) => ({
      explain: explain(kit),
      list: list(kit)
    }))
  const listCommand = Command.make(
    "list",
    {
      json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON, for programs"), Flag.withDefault(false)),
      names: Argument.String("group-or-id").pipe(
        Argument.withDescription(`Only these groups and checks, such as ${example.replace(/-.*/, "")}`),
        Argument.variadic()
      )
    },
    lazily(loaded, ({ list }) => list)
  ).pipe(Command.withDescription(`Every check: id, level and what a correct ${subject} does`))
  const explainCommand = Command.make(
    "explain",
    {
      docsUrl: docsUrlFlag,
      id: Argument.String("group-or-id").pipe(
        Argument.withDescription(
          `The check, such as ${example}, or a group, such as ${example.replace(/-.*/, "")}`
        )
      )
    },
    lazily(loaded, ({ explain }) => explain)
  ).pipe(
    Command.withDescription(
      "One check: where it comes from, and how to fix what it finds; or the checks of a group"
    )
  )
  return [listCommand, explainCommand] as const
}
