import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { SFTPWrapper } from "ssh2"

/** The reason why files can't be exchanged, for the fund's engineer: the fault and its remedy. */
export class SftpFailure extends Schema.TaggedError<SftpFailure>()("SftpFailure", {
  sentence: Schema.String
}) {}

/** The file operations on the service's SFTP server. */
export interface SftpFiles {
  readonly put: (path: string, content: string | Uint8Array) => Effect.Effect<void, SftpFailure>
  readonly rename: (from: string, to: string) => Effect.Effect<void, SftpFailure>
  readonly list: (folder: string) => Effect.Effect<ReadonlyArray<string>, SftpFailure>
  readonly get: (path: string) => Effect.Effect<string, SftpFailure>
}

/** Whether a server's key, in wire format, is the pinned one. */
const isPinned = (key: Buffer, pinned: string): boolean =>
  pinned.startsWith("SHA256:")
    ? fingerprintOf(key) === pinned
    : key.toString("base64") === pinned.split(" ")[1]

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`

const readyWithin = 20_000

/** The library is large, so it is loaded only if files are exchanged. */
export const ssh2 = Effect.promise(() => import("ssh2").then((library) => library.default))

const connected = Effect.fnUntraced(function* (account: S.SftpAccountSetting, privateKey: string) {
  const { host, host_key, port, user } = account
  const library = yield* ssh2
  const place = `${host}:${port}`
  let shown: string | undefined
  const sentenceOf = (error: Error & { readonly code?: string; readonly level?: string }): string => {
    if (shown !== undefined)
      return `${place} has another host key than the pinned one: it shows ${shown}. Nothing was sent. Ask the service's operator which one is right, and pin it.`
    if (error.level === "client-authentication")
      return `${place} doesn't accept this key for the account ${user}. Have the operator run: admin sftp provision --fund ${user} --key <the public key>.`
    return `${place} can't be reached (${error.code ?? error.level ?? "no answer"}). Check the address, and that the service serves SFTP.`
  }
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new library.Client()),
    (client) => Effect.sync(() => void client.end())
  )
  const sftp = yield* Effect.callback<SFTPWrapper, SftpFailure>((resume) => {
    const fail = (error: Error) => resume(Effect.fail(new SftpFailure({ sentence: sentenceOf(error) })))
    client.on("error", fail)
    client.on("close", () => fail(new Error("closed")))
    client.on("ready", () =>
      client.sftp((error, sftp) => (error === undefined ? resume(Effect.succeed(sftp)) : fail(error)))
    )
    client.connect({
      host,
      port,
      username: user,
      privateKey,
      readyTimeout: readyWithin,
      hostVerifier: (key: Buffer) => {
        const isRight = isPinned(key, host_key)
        if (!isRight) shown = fingerprintOf(key)
        return isRight
      }
    })
  })
  return { client, sftp }
})

/**
 * Opens the fund's account at the service, whose host key must be the pinned one. The scope closes it.
 *
 * The trap: ssh2 answers nothing that is under way when the connection ends, so each request also watches that.
 */
export const openSftp = Effect.fnUntraced(function* (account: S.SftpAccountSetting, privateKey: string) {
  const { client, sftp } = yield* connected(account, privateKey)
  let isClosed = false
  client.on("close", () => {
    isClosed = true
  })
  const ask = <A>(what: string, run: (done: (error: Error | null | undefined, value: A) => void) => void) =>
    Effect.callback<A, SftpFailure>((resume) => {
      const fail = (sentence: string) => resume(Effect.fail(new SftpFailure({ sentence })))
      const closed = () => fail(`The server ended the connection before it could ${what}.`)
      if (isClosed) return closed()
      client.once("close", closed)
      run((error, value) => {
        client.off("close", closed)
        if (error === undefined || error === null) resume(Effect.succeed(value))
        else fail(`The server refused to ${what}: ${error.message}.`)
      })
      return Effect.sync(() => void client.off("close", closed))
    })
  const files: SftpFiles = {
    put: (path, content) =>
      ask<void>(`store ${path}`, (done) => sftp.writeFile(path, content as Buffer, (error) => done(error))),
    rename: (from, to) =>
      ask<void>(`rename ${from} to ${to}`, (done) => sftp.rename(from, to, (error) => done(error))),
    list: (folder) =>
      Effect.map(
        ask<ReadonlyArray<{ readonly filename: string }>>(`list ${folder}`, (done) =>
          sftp.readdir(folder, done)
        ),
        (entries) => entries.map(({ filename }) => filename)
      ),
    get: (path) =>
      Effect.map(
        ask<Buffer>(`send ${path}`, (done) => sftp.readFile(path, done)),
        String
      )
  }
  return files
})
