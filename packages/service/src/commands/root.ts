import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Option } from "effect/Option"
import { ProgramRole } from "../platform/config/program.ts"
import { Settings } from "../platform/config/Settings.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

/** The program, with the flags that every command takes. */
export const root = Command.make("embedded-super").pipe(
  Command.withDescription("Superannuation onboarding between payroll software and funds"),
  Command.withSharedFlags({
    dev: Flag.Boolean("dev").pipe(
      Flag.withDescription(
        "On your own machine: loopback webhooks and simulated funds, plain HTTP and a generated master key are allowed"
      ),
      Flag.withDefault(false)
    ),
    dataDir: Flag.String("data-dir").pipe(
      Flag.withDescription(
        "Folder for the time line of --dev, and for the SFTP server's files unless SFTP_DIR is set (DATA_DIR, .data)"
      ),
      Flag.optional
    )
  })
)

/** The flag of the commands that work in the background. */
export const outgoingFlag = Flag.Boolean("outgoing").pipe(
  Flag.withDescription(
    "Call funds and send webhooks, e-mails and files; --no-outgoing for a copy (OUTGOING)"
  ),
  Flag.withDefault(true)
)

/** The running command's settings, from its flags and the environment, its database, and what it does. */
export const settingsOf = (
  role: string,
  more: {
    readonly port?: Option<number>
    readonly pool?: number
    readonly outgoing?: boolean
    readonly instance?: boolean
  } = {}
) =>
  Layer.unwrap(Effect.map(root, (shared) => Settings.layer({ ...shared, ...more }))).pipe(
    Layer.merge(DatabaseUrl.fromEnvironment),
    Layer.merge(Layer.succeed(ProgramRole, role))
  )
