import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { resolve } from "node:path"
import { projectRoot } from "../../platform/config/projectRoot.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { setting, wholeNumber } from "../../platform/config/setting.ts"

/** The address where the SFTP server listens, and its folder. */
export interface SftpSettings {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Absolute path; holds a folder for each fund. Processes that serve SFTP on one database share it. */
  readonly folder: string
}

/** From `SFTP_PORT` (unset: no SFTP server runs in this process), `SFTP_HOST` and `SFTP_DIR`. */
export const sftpSettings = Effect.gen(function* () {
  const settings = yield* Settings
  const port = yield* setting("SFTP_PORT", "a port, a whole number from 0 to 65535", wholeNumber(0, 65_535))
  const host = yield* setting("SFTP_HOST", "a host name or address", (text) => text)
  const folder = yield* setting("SFTP_DIR", "a path", (text) => resolve(projectRoot, text))
  return Option.map(port, (port): SftpSettings => ({
    port,
    host: Option.getOrElse(host, () => settings.host),
    folder: Option.getOrElse(folder, () => resolve(settings.dataDir, "sftp"))
  }))
})

/** The SFTP server's limits for all clients, for one address and for one account. */
export interface SftpLimits {
  /** Connections in total. Above it, a connection that hasn't logged in is dropped for a new one. */
  readonly connections: number
  /** Connections from one address that haven't logged in. */
  readonly perAddress: number
  /** Connections that have logged in to one account. */
  readonly perAccount: number
  /** Time from accept to the end of the log-in; after it, the socket is destroyed. */
  readonly loginWithin: Duration.Duration
  /** Files in one account's inbox, results and unfinished uploads included. */
  readonly files: number
  /** Bytes in one account's inbox, results and unfinished uploads included. */
  readonly bytes: number
  /** Files of one fund that are judged within an hour; further files wait in the inbox. */
  readonly importsPerHour: number
}

export const SftpLimits = Context.Reference<SftpLimits>(
  "@embedded-super/service/employer-lists/sftp/SftpLimits",
  {
    defaultValue: () => ({
      connections: 500,
      perAddress: 10,
      perAccount: 10,
      loginWithin: Duration.seconds(30),
      files: 200,
      bytes: 1024 * 1024 * 1024,
      importsPerHour: 60
    })
  }
)
