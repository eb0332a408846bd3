import { lazily } from "../../cli/lazily.ts"
import { seedFlag } from "../../cli/seed.ts"
import { docsUrlFlag } from "../../cli/docsUrlFlag.ts"
import { DEFAULT_SETTINGS } from "./defaultSettings.ts"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

const flags = {
  settings: Flag.String("settings").pipe(
    Flag.withDescription("The settings file, as init writes it"),
    Flag.withDefault(DEFAULT_SETTINGS)
  ),
  mode: Flag.Literals("mode", ["dev", "certify"]).pipe(
    Flag.withDescription("dev (the default) to build; certify for the go-live report"),
    Flag.withDefault("dev")
  ),
  seed: seedFlag,
  docsUrl: docsUrlFlag,
  out: Flag.String("out").pipe(
    Flag.withDescription("Folder for the report; by default partner-check-report"),
    Flag.withDefault("partner-check-report")
  ),
  names: Argument.String("group-or-id").pipe(
    Argument.withDescription("Only these groups and checks, such as DUPLICATE or ORDER-3-1"),
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
  Command.withDescription("Check the partner; exit 0 conforms, 1 does not, 2 usage, 3 unreachable"),
  Command.withExamples([
    { command: "partner-check run", description: "Every check, with the settings of partner-check.yaml" },
    { command: "partner-check run SIGNATURE ORDER-3-1", description: "One group and one check" },
    { command: "partner-check run --mode certify --out go-live", description: "The report for go-live" }
  ])
)
