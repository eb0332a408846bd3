import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { dailyDetailsFiles } from "./employer-details/DetailsFiles.ts"
import { inboxWatch } from "./employer-lists/sftp/InboxWatch.ts"
import { sftpServer } from "./employer-lists/sftp/SftpServer.ts"
import { sftpSettings } from "./employer-lists/sftp/SftpSettings.ts"

/** The SFTP server, the watch over its inboxes and the files for its outboxes, if SFTP_PORT is set. */
export const Sftp = {
  layer: Layer.effectDiscard(
    Effect.gen(function* () {
      const settings = Option.getOrUndefined(yield* sftpSettings)
      if (settings === undefined) return
      const writing = new Set<string>()
      const { changed } = yield* inboxWatch(settings.folder, writing)
      yield* dailyDetailsFiles(settings.folder)
      yield* sftpServer(settings, writing, changed)
    })
  )
}
