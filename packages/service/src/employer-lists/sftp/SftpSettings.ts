import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SftpSettings } from "@embedded-super/sftp-inbox/SftpSettings"
import { resolve } from "node:path"
import { projectRoot } from "../../platform/config/projectRoot.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { setting, wholeNumber } from "../../platform/config/setting.ts"

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
