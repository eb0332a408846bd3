/**
 * `sftp`: the SFTP server, the watch over its inboxes and the files for its outboxes. Why it is a program of its own: a
 * client that exhausts its memory or file descriptors can't reach the API and the registrations (D-sftp-port).
 */
import { portFlag } from "@embedded-super/program/portFlag"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { dailyDetailsFiles } from "../employer-details/DetailsFiles.ts"
import { inboxWatch } from "../employer-lists/sftp/InboxWatch.ts"
import { sftpServer } from "../employer-lists/sftp/SftpServer.ts"
import { sftpSettings } from "../employer-lists/sftp/SftpSettings.ts"
import { requirePublicBaseUrl } from "../platform/config/Settings.ts"
import { noteHold } from "../platform/outgoing/Outgoing.ts"
import { Platform } from "../platform/Platform.ts"
import { Services } from "../services.ts"
import { outgoingFlag, settingsOf } from "./root.ts"

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
  ).pipe(Layer.provide(Services), Layer.provide(Platform))

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
    outgoing: outgoingFlag
  },
  ({ outgoing, port, server }) =>
    requirePublicBaseUrl.pipe(
      Effect.andThen(Layer.launch(inboxes(port, server))),
      Effect.provide(settingsOf({ outgoing }))
    )
).pipe(Command.withDescription("Take employer lists from funds by SFTP, and give them employer details"))
