/** The command line. What a command needs is loaded when it runs: the first line comes before the checks are loaded. */
import { listCommands } from "../../cli/listCommands.ts"
import { selfTestCommand } from "../../cli/selfTestCommand.ts"
import * as Command from "effect/cli/Command"
import { initCommand } from "./initCommand.ts"
import { runCommand } from "./runCommand.ts"

export const command = Command.make("partner-check").pipe(
  Command.withDescription(
    "Delivers webhooks to a partner's receiver as the service does, and says whether it conforms"
  ),
  Command.withSubcommands([
    initCommand,
    runCommand,
    ...listCommands({
      load: () => import("../kit.ts").then(({ kit }) => kit),
      subject: "partner",
      example: "DUPLICATE-3-1"
    }),
    selfTestCommand({ subject: "partner", load: () => import("./selfTest.ts") })
  ])
)
