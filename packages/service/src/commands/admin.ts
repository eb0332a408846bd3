import * as Command from "effect/cli/Command"
import * as Layer from "effect/Layer"
import { adminCommands } from "../adminCommands.ts"
import { Platform } from "../platform/Platform.ts"
import { Services } from "../services.ts"
import { settingsOf } from "./root.ts"

/** `admin`: the operators' commands. Runs beside a running service, on the same database. */
export const admin = Command.make("admin").pipe(
  Command.withDescription("Operate the service: partners, funds, audits"),
  Command.withSubcommands(adminCommands),
  Command.provide(() => Services.pipe(Layer.provideMerge(Platform), Layer.provideMerge(settingsOf())))
)
