/**
 * The command line. What a command needs is loaded when it runs: the checks, the schemas and undici take longer to load
 * than a person waits for the first line.
 */
import { listCommands } from "../../cli/listCommands.ts"
import { selfTestCommand } from "../../cli/selfTestCommand.ts"
import * as Command from "effect/cli/Command"
import { csvCommand } from "./csvCommand.ts"
import { initCommand } from "./initCommand.ts"
import { runCommand } from "./runCommand.ts"

export const command = Command.make("fund-check").pipe(
  Command.withDescription("Calls a fund's endpoint as the service does, and says whether it conforms"),
  Command.withSubcommands([
    initCommand,
    runCommand,
    csvCommand,
    ...listCommands({
      load: () => import("../kit.ts").then(({ kit }) => kit),
      subject: "fund",
      example: "LOOKUP-2.5-4"
    }),
    selfTestCommand({ subject: "fund", load: () => import("./selfTest.ts") })
  ])
)
