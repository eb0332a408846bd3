/**
 * The command line. The modules of a command are loaded when it runs: the checks, the schemas and undici take longer to load than
 * a person waits for the first line.
 */
import * as Command from "effect/cli/Command"
import { lazily, listCommands, selfTestCommand } from "../../cli/listCommands.ts"
import { csvFlags, initFlags, runFlags } from "./flags.ts"

const init = Command.make(
  "init",
  initFlags,
  lazily(
    () => import("./init.ts"),
    ({ init }) => init
  )
).pipe(Command.withDescription("Ask nine questions, and write the fund's profile"))

const run = Command.make(
  "run",
  runFlags,
  lazily(
    () => import("./run.ts"),
    ({ run }) => run
  )
).pipe(
  Command.withDescription(
    "Check the fund; exit 0 conforms, 1 does not, 2 usage, 3 unreachable, 4 nothing judged"
  ),
  Command.withExamples([
    { command: "fund-check run", description: "Every check, against the addresses of fund-profile.yaml" },
    { command: "fund-check run LOOKUP AUTH-5-1", description: "One group and one check" },
    { command: "fund-check run --mode certify --out go-live", description: "The report for go-live" }
  ])
)

const csv = Command.make(
  "csv",
  csvFlags,
  lazily(
    () => import("./csv.ts"),
    ({ csv }) => csv
  )
).pipe(Command.withDescription("Judge a list of employers as the service would"))

export const command = Command.make("fund-check").pipe(
  Command.withDescription("Calls a fund's endpoint as the service does, and says whether it conforms"),
  Command.withSubcommands([
    init,
    run,
    csv,
    ...listCommands({
      load: () => import("../kit.ts").then(({ kit }) => kit),
      subject: "fund",
      example: "LOOKUP-2.5-4"
    }),
    selfTestCommand({ subject: "fund", load: () => import("./selfTest.ts") })
  ])
)
