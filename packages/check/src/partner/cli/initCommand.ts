import { lazily } from "../../cli/lazily.ts"
import { writingFlags } from "../../cli/writingFlags.ts"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

const flags = {
  receiverUrl: Flag.String("receiver-url").pipe(
    Flag.withDescription("Where your software receives webhooks"),
    Flag.optional
  ),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("Where the kit listens for your calls back"),
    Flag.optional
  ),
  ...writingFlags("partner-check.yaml")
}

export type InitFlags = Command.Command.Config.Infer<typeof flags>

export const initCommand = Command.make(
  "init",
  flags,
  lazily(
    () => import("./init.ts"),
    ({ init }) => init
  )
).pipe(Command.withDescription("Ask two questions, write the settings, and say what to set in your software"))
