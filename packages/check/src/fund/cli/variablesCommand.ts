import { lazily } from "../../cli/lazily.ts"
import * as Command from "effect/cli/Command"
import { profileFlags } from "./profileFlags.ts"

const flags = { profile: profileFlags.profile }

export type VariablesFlags = Command.Command.Config.Infer<typeof flags>

export const variablesCommand = Command.make(
  "variables",
  flags,
  lazily(
    () => import("./variables.ts"),
    ({ variables }) => variables
  )
).pipe(
  Command.withDescription("A made-up person as shell variables, for the curl lines of a report"),
  Command.withExamples([
    { command: 'eval "$(fund-check variables)"', description: "Sets the variables in this shell" }
  ])
)
