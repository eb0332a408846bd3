/**
 * The command line. What a command needs is loaded when it runs: the checks, the schemas and undici take longer to load
 * than a person waits for the first line.
 */
import * as Command from "effect/cli/Command"
import { csvCommand } from "./csvCommand.ts"
import { driveCommand } from "./driveCommand.ts"
import { initCommand } from "./initCommand.ts"
import { explainCommand, listCommand } from "./listCommands.ts"
import { runCommand } from "./runCommand.ts"
import { selfTestCommand } from "./selfTestCommand.ts"

export const command = Command.make("fund-check").pipe(
  Command.withDescription("Calls a fund's endpoint as the service does, and says whether it conforms"),
  Command.withSubcommands([
    initCommand,
    runCommand,
    driveCommand,
    csvCommand,
    listCommand,
    explainCommand,
    selfTestCommand
  ])
)
