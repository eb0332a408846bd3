/** The command line. The modules of a command are loaded when it runs: the first line comes before the checks are loaded. */
import * as Command from "effect/cli/Command"
import { lazily, listCommands, selfTestCommand } from "../../cli/listCommands.ts"
import { initFlags, runFlags } from "./flags.ts"

const init = Command.make(
  "init",
  initFlags,
  lazily(
    () => import("./init.ts"),
    ({ init }) => init
  )
).pipe(
  Command.withDescription("Ask three questions, write the settings, and say what to set in your software")
)

const run = Command.make(
  "run",
  runFlags,
  lazily(
    () => import("./run.ts"),
    ({ run }) => run
  )
).pipe(
  Command.withDescription(
    "Check the partner; exit 0 conforms, 1 does not, 2 usage, 3 unreachable, 4 nothing judged"
  ),
  Command.withExamples([
    { command: "partner-check run", description: "Every check, with the settings of partner-check.yaml" },
    { command: "partner-check run SIGNATURE ORDER-3-1", description: "One group and one check" },
    { command: "partner-check run --mode certify --out go-live", description: "The report for go-live" },
    {
      command: "partner-check run --mode certify --report-to https://SERVICE/api/v1/products/ID",
      description: "The same, and report what it found to the service"
    }
  ])
)

export const command = Command.make("partner-check").pipe(
  Command.withDescription(
    "Delivers webhooks to a partner's receiver as the service does, and says whether it conforms"
  ),
  Command.withSubcommands([
    init,
    run,
    ...listCommands({
      load: () => import("../kit.ts").then(({ kit }) => kit),
      subject: "partner",
      example: "DUPLICATE-3-1"
    }),
    selfTestCommand({ subject: "partner", load: () => import("./selfTest.ts") })
  ])
)
