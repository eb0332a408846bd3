/**
 * The SFTP server of a run: one account, named by the profile's slug, which opens with the key of `check.list_sftp`. The
 * server is the service's own (`packages/rules/src/sftp`), in a temporary folder that goes with the scope.
 *
 * The trap: it is loaded only if a profile has `check.list_sftp`, because the SSH library is large.
 */
import type { FundCheckSftp, FundProfile } from "@embedded-super/contracts/schemas"
import { isResult } from "@embedded-super/rules/employer-list/fileNames"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { foldersOf, makeFolders, pathsOf } from "@embedded-super/rules/sftp/folders"
import { inboxServer } from "@embedded-super/rules/sftp/inboxServer"
import { fingerprintOf, newKeyPair, readPublicKey } from "@embedded-super/rules/sftp/SftpSettings"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { join } from "node:path"
import { usage } from "../../../cli/CannotRun.ts"
import type { Upload } from "../ListUnderTest.ts"

/** Starts the server. A client's actions change `seen`. */
export const inboxOfRun = Effect.fnUntraced(function* (profile: FundProfile, settings: FundCheckSftp) {
  const fs = yield* FileSystem.FileSystem
  const root = yield* Effect.orDie(fs.makeTempDirectoryScoped({ prefix: "fund-check-sftp-" }))
  const publicKey = readPublicKey(settings.public_key)
  if (publicKey === undefined)
    return yield* usage(
      "check.list_sftp.public_key isn't an Ed25519 public key. Give the line of a .pub file."
    )
  const { slug } = profile.fund
  const fingerprint = fingerprintOf(publicKey)
  const folders = foldersOf(root, slug)
  const staging = join(root, ".taken")
  yield* makeFolders([...pathsOf(...Object.values(folders)), staging])
  const seen: { login: Upload["login"]; resultRead: boolean } = { login: "none", resultRead: false }
  const { hostKey, isWriting, port } = yield* inboxServer({
    host: settings.host ?? "127.0.0.1",
    port: settings.port,
    folder: root,
    hostKey: Redacted.make(newKeyPair("fund-check").private),
    accounts: {
      find: (user, offered) =>
        Effect.succeed(user === slug && offered === fingerprint ? Option.some(fingerprint) : Option.none()),
      open: () =>
        Effect.sync(() => {
          seen.login = "accepted"
          return { slug, pattern: agreedList(profile)?.file_name, fingerprint }
        })
    },
    changed: () => {},
    reading: (folder, name) => {
      if (folder === "inbox" && isResult(name)) seen.resultRead = true
    },
    refused: () => {
      if (seen.login === "none") seen.login = "refused"
    }
  }).pipe(
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.catchTag("PortTaken", () =>
      usage(`check.list_sftp names port ${settings.port}, which is taken. Name a free one, or 0.`)
    )
  )
  return { folders, staging, isWriting, seen, port, hostKey, user: slug }
})

export type InboxOfRun = Effect.Success<ReturnType<typeof inboxOfRun>>
