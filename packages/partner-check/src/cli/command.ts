/** The command line. What a command needs is loaded when it runs: the first line comes before the checks are loaded. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { runCommand } from "./runCommand.ts"

const initCommand = Command.make(
  "init",
  {
    out: Flag.String("out").pipe(
      Flag.withDescription("The file to write"),
      Flag.withDefault("partner-check.yaml")
    ),
    receiverUrl: Flag.String("receiver-url").pipe(
      Flag.withDescription("Where your software receives webhooks"),
      Flag.withDefault("http://localhost:5000/webhooks")
    ),
    serviceUrl: Flag.String("service-url").pipe(
      Flag.withDescription("Where the kit listens for your calls back"),
      Flag.withDefault("http://localhost:4090")
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace a file that is there"),
      Flag.withDefault(false)
    )
  },
  (flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./init.ts")),
      ({ init }) => init(flags)
    )
).pipe(Command.withDescription("Write the settings, and say what to set in your software"))

const listCommand = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("As JSON, for programs"), Flag.withDefault(false))
  },
  (flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./list.ts")),
      ({ list }) => list(flags)
    )
).pipe(Command.withDescription("Every check: id, level and what a correct partner does"))

const explainCommand = Command.make(
  "explain",
  { id: Argument.String("id").pipe(Argument.withDescription("The check, such as DUPLICATE-3-1")) },
  ({ id }) =>
    Effect.flatMap(
      Effect.promise(() => import("./list.ts")),
      ({ explain }) => explain(id)
    )
).pipe(Command.withDescription("One check: where it comes from, and how to fix what it finds"))

const selfTestCommand = Command.make("self-test", {}, () =>
  Effect.flatMap(
    Effect.promise(() => import("./selfTest.ts")),
    ({ selfTest }) => selfTest
  )
).pipe(Command.withDescription("Run the kit against a small correct partner and a wrong one, both built in"))

export const command = Command.make("partner-check").pipe(
  Command.withDescription(
    "Delivers webhooks to a partner's receiver as the service does, and says whether it conforms"
  ),
  Command.withSubcommands([initCommand, runCommand, listCommand, explainCommand, selfTestCommand])
)
