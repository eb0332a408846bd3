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
