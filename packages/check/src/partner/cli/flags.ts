/** The flags of `partner-check`. A command's own module is loaded when the command runs. */
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { newFileFlags } from "../../cli/newFile.ts"
import { runFlags as sharedRunFlags } from "../../cli/runFlags.ts"

export const DEFAULT_SETTINGS = "partner-check.yaml"

export const initFlags = {
  name: Flag.String("name").pipe(
    Flag.withDescription("What your software is called: reports and the certificate are headed by it"),
    Flag.optional
  ),
  receiverUrl: Flag.String("receiver-url").pipe(
    Flag.withDescription("Where your software receives webhooks"),
    Flag.optional
  ),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("Where the kit listens for your calls back"),
    Flag.optional
  ),
  ...newFileFlags(DEFAULT_SETTINGS)
}

export type InitFlags = Command.Command.Config.Infer<typeof initFlags>

export const runFlags = {
  settings: Flag.String("settings").pipe(
    Flag.withDescription("The settings file, as init writes it"),
    Flag.withDefault(DEFAULT_SETTINGS)
  ),
  mode: Flag.Literals("mode", ["dev", "certify"]).pipe(
    Flag.withDescription("dev (the default) to build; certify for the go-live report"),
    Flag.withDefault("dev")
  ),
  ...sharedRunFlags("partner-check", "DUPLICATE or ORDER-3-1")
}

export type RunFlags = Command.Command.Config.Infer<typeof runFlags>
