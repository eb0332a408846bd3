/**
 * The SFTP server of a run: one account, named by the profile's slug, which opens with the key of `check.list_sftp`. The
 * server is the service's own (`packages/rules/src/sftp`), in a temporary folder that goes with the scope.
 *
 * The trap: it is loaded only if a profile has `check.list_sftp`, because the SSH library is large.
 */
import type { FundCheckSftp, FundProfile } from "@embedded-super/contracts/schemas"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isResult } from "@embedded-super/rules/employer-list/fileNames"
import { foldersOf, makeFolders, pathsOf } from "@embedded-super/rules/sftp/folders"
import { inboxServer } from "@embedded-super/rules/sftp/inboxServer"
import { makeFolder } from "@embedded-super/program/makeFolder"
import {
  fingerprintOf,
  isPrivateKey,
  newKeyPair,
  readPublicKey
} from "@embedded-super/rules/sftp/SftpSettings"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as References from "effect/References"
import { join } from "node:path"
import { judgeSupplied, type ListUnderTest, type Upload } from "../openList.ts"
import { awaitUpload } from "./awaitUpload.ts"
import { usage } from "../../../cli/CannotRun.ts"

const HOST_KEY = "sftp-host-key"

/** The server's key: the one of the runs before, if there is a folder for it, since a fund pins it. */
const hostKeyIn = Effect.fnUntraced(function* (folder: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  if (folder === undefined) return newKeyPair("fund-check").private
  const file = join(folder, HOST_KEY)
  const kept = yield* Effect.orElseSucceed(fs.readFileString(file), () => "")
  if (isPrivateKey(kept)) return kept
  const made = newKeyPair("fund-check").private
  yield* Effect.mapError(
    Effect.andThen(makeFolder(folder, 0o700), fs.writeFileString(file, made, { mode: 0o600 })),
    () => usage(`The keys can't be kept in ${folder}. Name a folder with --keys that can be written.`)
  )
  return made
})

/** Starts the server. A client's actions change `seen`. */
const inboxOfRun = Effect.fnUntraced(function* (
  profile: FundProfile,
  settings: FundCheckSftp,
  keysFolder: string | undefined
) {
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
    hostKey: Redacted.make(yield* hostKeyIn(keysFolder)),
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

/** Where the fund uploads its list during a run. */
export interface InboxAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  /** To be pinned: `ssh-ed25519 AAAA…`. */
  readonly hostKey: string
  /** How long the checks wait for the file, once they come to it. */
  readonly waitSeconds: number
}

/** A file that is complete when it is quiet takes so many seconds more: 30, and a look at it. */
const UNTIL_QUIET = 35

/** For a job that uploads by itself. A person needs longer. */
const WAIT = 20

interface InboxOptions {
  readonly salt: Redacted.Redacted | undefined
  readonly onInbox: (address: InboxAddress) => Effect.Effect<void>
  /** Where the server's key is kept; left out, it is new. */
  readonly keysFolder?: string
  /** How long to wait where the profile doesn't say it, in seconds. */
  readonly waitSeconds?: number | undefined
}

/** The list under test from the fund's upload. The wait begins with the first check that wants the list. */
export const listBySftp = Effect.fnUntraced(function* (
  profile: FundProfile,
  settings: FundCheckSftp,
  { keysFolder, onInbox, salt, waitSeconds: byDefault = WAIT }: InboxOptions
) {
  const agreed = agreedList(profile)
  const inbox = yield* inboxOfRun(profile, settings, keysFolder)
  const { hostKey, port, user } = inbox
  const waitSeconds =
    (settings.wait_seconds ?? byDefault) + (agreed?.complete_when === "quiet" ? UNTIL_QUIET : 0)
  yield* onInbox({ host: settings.host ?? "127.0.0.1", port, user, hostKey, waitSeconds })
  const seen = yield* Effect.cached(
    awaitUpload(inbox, agreed, (file) => judgeSupplied(profile, salt, file), waitSeconds * 1000)
  )
  const list: ListUnderTest = {
    agreed,
    salt,
    source: "sftp",
    waitSeconds,
    supplied: Effect.map(seen, ({ file }) => file),
    judged: Effect.map(seen, ({ judged }) => judged),
    upload: Effect.map(seen, ({ upload }) => upload)
  }
  return list
})
