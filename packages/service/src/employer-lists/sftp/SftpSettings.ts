import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SftpSettings } from "@embedded-super/rules/sftp/SftpSettings"
import { resolve } from "node:path"
import { projectRoot } from "../../platform/config/projectRoot.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { setting, wholeNumber } from "../../platform/config/setting.ts"

const DEFAULT_PORT = 2222

/** From the command line or `SFTP_PORT`, and from `SFTP_HOST`, `SFTP_DIR` and `SFTP_PROXY_PROTOCOL`. */
export const sftpSettings = Effect.fnUntraced(function* (given: Option.Option<number>) {
  const settings = yield* Settings
  const port = yield* setting("SFTP_PORT", "a port, a whole number from 0 to 65535", wholeNumber(0, 65_535))
  const host = yield* setting("SFTP_HOST", "a host name or address", (text) => text)
  const folder = yield* setting("SFTP_DIR", "a path", (text) => resolve(projectRoot, text))
  const proxy = yield* setting("SFTP_PROXY_PROTOCOL", '"v2", or unset', (text) => text === "v2" || undefined)
  const found: SftpSettings = {
    isBehindProxy: Option.isSome(proxy),
    port: Option.getOrElse(
      Option.orElse(given, () => port),
      () => DEFAULT_PORT
    ),
    host: Option.getOrElse(host, () => settings.host),
    folder: Option.getOrElse(folder, () => resolve(settings.dataDir, "sftp"))
  }
  return found
})
