/**
 * `sftp`: the SFTP server, the watch over its inboxes and the files for its outboxes. Why it is a program of its own: a
 * client that exhausts its memory or file descriptors can't reach the API and the registrations (D-sftp-port).
 */
import { portFlag } from "@embedded-super/program/runMain"
import type { SftpSettings } from "@embedded-super/rules/sftp/SftpSettings"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve } from "node:path"
import { dailyDetailsFiles } from "../employer-details/DetailsFiles.ts"
import { inboxWatch } from "../employer-lists/sftp/InboxWatch.ts"
import { sftpServer } from "../employer-lists/sftp/SftpServer.ts"
import { projectRoot } from "../platform/config/projectRoot.ts"
import { setting, wholeNumber } from "../platform/config/setting.ts"
import { MasterKeyWatch } from "../platform/crypto/keyWatch.ts"
import { requirePublicBaseUrl, Settings } from "../platform/config/Settings.ts"
import { Health } from "../operations/Health.ts"
import { noteHold } from "../platform/outgoing/Outgoing.ts"
import { databaseCheck } from "../platform/operations/databaseReadiness.ts"
import { withOperations } from "../platform/operations/Operations.ts"
import { operationsFlag } from "../platform/operations/operationsSettings.ts"
import { Platform } from "../platform/Platform.ts"
import { Services } from "../services.ts"
import { outgoingFlag, settingsOf } from "./root.ts"

const DEFAULT_PORT = 2222

/** From the command line or `SFTP_PORT`, and from `SFTP_HOST`, `SFTP_DIR` and `SFTP_PROXY_PROTOCOL`. */
const sftpSettings = Effect.fnUntraced(function* (given: Option.Option<number>) {
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

const inboxes = (port: Option.Option<number>, serves: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const settings = yield* sftpSettings(port)
      yield* noteHold
      const { changed } = yield* inboxWatch(settings.folder, !serves)
      yield* dailyDetailsFiles(settings.folder)
      if (serves) yield* sftpServer(settings, changed)
      else yield* Effect.logInfo("Watching the folders of funds in SFTP_DIR")
    })
  ).pipe(
    Layer.merge([databaseCheck, Health, MasterKeyWatch]),
    Layer.provide(Services),
    Layer.provide(Platform)
  )

export const sftp = Command.make(
  "sftp",
  {
    port: portFlag("port").pipe(
      Flag.withDescription("The port to listen on (SFTP_PORT, 2222)"),
      Flag.optional
    ),
    server: Flag.Boolean("server").pipe(
      Flag.withDescription(
        "Serve SFTP; --no-server if OpenSSH serves the folders in SFTP_DIR, which are watched"
      ),
      Flag.withDefault(true)
    ),
    operationsPort: operationsFlag,
    outgoing: outgoingFlag
  },
  ({ operationsPort, outgoing, port, server }) =>
    requirePublicBaseUrl.pipe(
      Effect.andThen(Layer.launch(withOperations("sftp", operationsPort)(inboxes(port, server)))),
      Effect.provide(settingsOf("sftp", { outgoing }))
    )
).pipe(Command.withDescription("Take employer lists from funds by SFTP, and give them employer details"))
