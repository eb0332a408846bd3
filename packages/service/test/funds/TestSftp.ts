import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import type { Socket } from "node:net"
import { join } from "node:path"
import ssh2 from "ssh2"
import { SftpLimits } from "@embedded-super/rules/sftp/SftpSettings"
import { newKeyPair } from "@embedded-super/rules/sftp/SftpSettings"
import { inboxWatch } from "../../src/employer-lists/sftp/InboxWatch.ts"
import { SftpAccounts } from "../../src/employer-lists/sftp/SftpAccounts.ts"
import { sftpServer } from "../../src/employer-lists/sftp/SftpServer.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { aListFund } from "./TestLists.ts"

export const keyPair = () => newKeyPair("test")

const readResult = Schema.decodeSync(Schema.fromJsonString(EmployerListResult))

const serverWith = (isBehindProxy: boolean) =>
  Effect.gen(function* () {
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "sftp-" })
    const { changed } = yield* inboxWatch(folder)
    const server = yield* sftpServer({ host: "127.0.0.1", port: 0, folder, isBehindProxy }, changed)
    const connect = (username: string, privateKey: string | undefined) =>
      sftpClient(server, username, privateKey)
    return { ...server, folder, connect }
  })

/** The SFTP server with the watch over its inboxes, on its own folder and port, while the scope is open. */
export const anSftpServer = serverWith(false)

/** `anSftpServer` behind a balancer that names each client (SFTP_PROXY_PROTOCOL). */
export const anSftpServerBehindProxy = serverWith(true)

/** Starts a server with other limits. */
export const limited =
  (limits: Partial<SftpLimits>) =>
  <A, E, R>(server: Effect.Effect<A, E, R>) =>
    Effect.provideService(server, SftpLimits, { ...SftpLimits.defaultValue(), ...limits })

export type TestSftpServer = Effect.Success<typeof anSftpServer>

/** A client that has pinned the server's key, or each of several, a line each; fails with the level at which it was refused. */
const connected = (
  server: { readonly port: number; readonly hostKey: string },
  username: string,
  privateKey: string | undefined,
  sock?: Socket
): Effect.Effect<Connected, string, Scope> =>
  Effect.acquireRelease(
    Effect.callback<Connected, string>((resume) => {
      const client = new ssh2.Client()
      client.on("error", (error) => resume(Effect.fail(error.level ?? error.message)))
      client.on("connect", () => void client.setNoDelay(true))
      client.on("ready", () =>
        client.sftp((error, sftp) =>
          resume(error ? Effect.fail(error.message) : Effect.succeed({ client, sftp }))
        )
      )
      client.connect({
        host: "127.0.0.1",
        port: server.port,
        username,
        ...(sock === undefined ? {} : { sock }),
        hostVerifier: (key: Buffer) =>
          server.hostKey.split("\n").some((line) => key.toString("base64") === line.split(" ")[1]),
        ...(privateKey === undefined ? { password: "password" } : { privateKey })
      })
    }),
    ({ client }) => Effect.sync(() => void client.end())
  )

type Outcome = S.EmployerListResult["outcome"]

interface Connected {
  readonly client: ssh2.Client
  readonly sftp: ssh2.SFTPWrapper
}

/** The operations of a fund; each fails with the server's status. */
export const operations = ({ client, sftp }: Connected) => {
  const ask = <A>(run: (done: (error: unknown, value: A) => void) => void) =>
    Effect.callback<A, number>((resume) =>
      run((error, value) =>
        resume(error ? Effect.fail(Number(Reflect.get(error as object, "code"))) : Effect.succeed(value))
      )
    )
  const get = (path: string) => ask<Buffer>((done) => sftp.readFile(path, done))
  const list = (path: string) =>
    Effect.map(
      ask<Array<{ readonly filename: string }>>((done) => sftp.readdir(path, done)),
      (entries) => entries.map(({ filename }) => filename)
    )
  const put = (path: string, content: string | Uint8Array) =>
    ask<void>((done) => sftp.writeFile(path, Buffer.from(content as string), (error) => done(error)))
  const rename = (from: string, to: string) =>
    ask<void>((done) => sftp.rename(from, to, (error) => done(error)))
  return {
    /** For requests that no usual client sends. */
    client,
    sftp,
    get,
    list,
    put,
    open: (path: string, flags: number | "r" | "r+" | "w" | "a") =>
      ask<Buffer>((done) => sftp.open(path, flags, done)),
    write: (handle: Buffer, data: Buffer, at: number) =>
      ask<void>((done) => sftp.write(handle, data, 0, data.length, at, (error) => done(error))),
    close: (handle: Buffer) => ask<void>((done) => sftp.close(handle, (error) => done(error))),
    /** A second session in the same connection, for `operations`. */
    another: Effect.map(
      ask<ssh2.SFTPWrapper>((done) => client.sftp(done)),
      (other): Connected => ({ client, sftp: other })
    ),
    /** Sets the size of an open file, or of the one at a path. */
    resize: (file: Buffer | string, size: number) =>
      ask<void>((done) =>
        typeof file === "string"
          ? sftp.setstat(file, { size }, (error) => done(error))
          : sftp.fsetstat(file, { size }, (error) => done(error))
      ),
    /** Uploads a whole file as most clients do, under another name first. */
    upload: (path: string, content: string) =>
      Effect.andThen(put(`${path}.part`, content), rename(`${path}.part`, path)),
    remove: (path: string) => ask<void>((done) => sftp.unlink(path, (error) => done(error))),
    rename,
    symlink: (to: string, at: string) => ask<void>((done) => sftp.symlink(to, at, (error) => done(error))),
    mkdir: (path: string) => ask<void>((done) => sftp.mkdir(path, (error) => done(error))),
    /** Drops the connection. */
    drop: Effect.callback<void>((resume) => {
      client.on("close", () => resume(Effect.void))
      client.destroy()
    }),
    /** Waits for the result of a file. */
    result: Effect.fnUntraced(function* (name: string, ending: Outcome, folder = "/inbox") {
      const file = `${name}.${ending}.json`
      while (!(yield* list(folder)).includes(file)) yield* Effect.sleep("10 millis")
      return readResult((yield* get(`${folder}/${file}`)).toString()) as S.EmployerListResult
    })
  }
}

export type TestSftpClient = ReturnType<typeof operations>

/** A session at a server whose key is pinned; without a private key it tries a password. */
export const sftpClient = (
  server: { readonly port: number; readonly hostKey: string },
  username: string,
  privateKey: string | undefined,
  /** A connection that is open already. */
  sock?: Socket
) => Effect.map(connected(server, username, privateKey, sock), operations)

/** A session of the fund, with a new key. */
export const aClient = Effect.fnUntraced(function* (server: TestSftpServer, fund: StoredFund) {
  const keys = keyPair()
  yield* (yield* SftpAccounts).provision(fund.slug, keys.public)
  return yield* server.connect(fund.slug, keys.private)
})

/** A fund at a server of its own, with a session. `at` is the path of one of its files. */
export const aSupplier = Effect.fnUntraced(function* (
  list: Parameters<typeof aListFund>[0] = {},
  limits: Partial<SftpLimits> = {}
) {
  const fund = yield* aListFund(list)
  const server = yield* limited(limits)(anSftpServer)
  const client = yield* aClient(server, fund)
  const at = (place: "arriving" | "inbox" | "test" | "test-arriving" | "unfinished" | "", name: string) =>
    join(server.folder, fund.slug, place, name)
  return { at, client, fund, server }
})
