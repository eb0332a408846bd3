import { lazily } from "@embedded-super/conformance/cli/lazily"
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
  out: Flag.String("out").pipe(
    Flag.withDescription("The file to write"),
    Flag.withDefault("partner-check.yaml")
  ),
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDescription("Ask nothing: take the flags and the defaults"),
    Flag.withDefault(false)
  ),
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Replace a file that is there"),
    Flag.withDefault(false)
  )
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
