import { seedFlag } from "../../cli/seed.ts"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { docsUrlFlag } from "../../cli/docsUrlFlag.ts"
import { lazily } from "../../cli/lazily.ts"
import { profileFlags } from "./profileFlags.ts"

const flags = {
  ...profileFlags,
  mode: Flag.Literals("mode", ["dev", "certify", "probe"]).pipe(
    Flag.withDescription(
      "dev (the default) to build; certify for the go-live report; probe is safe in production"
    ),
    Flag.withDefault("dev")
  ),
  seed: seedFlag,
  docsUrl: docsUrlFlag,
  out: Flag.String("out").pipe(
    Flag.withDescription("Folder for the report; by default fund-check-report"),
    Flag.withDefault("fund-check-report")
  ),
  afterRestart: Flag.Boolean("after-restart").pipe(
    Flag.withDescription("Ask for a restart of the fund, and check a repeat after it; on a terminal"),
    Flag.withDefault(false)
  ),
  names: Argument.String("group-or-id").pipe(
    Argument.withDescription("Only these groups and checks, such as LOOKUP or AUTH-5-1"),
    Argument.variadic()
  )
}

export type RunFlags = Command.Command.Config.Infer<typeof flags>

export const runCommand = Command.make(
  "run",
  flags,
  lazily(
    () => import("./run.ts"),
    ({ run }) => run
  )
).pipe(
  Command.withDescription("Check the fund; exit 0 conforms, 1 does not, 2 usage, 3 unreachable"),
  Command.withExamples([
    { command: "fund-check run", description: "Every check, against the addresses of fund-profile.yaml" },
    { command: "fund-check run --mode certify --out go-live", description: "The report for go-live" }
  ])
)
