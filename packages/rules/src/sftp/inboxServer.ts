/**
 * The SFTP server, where funds supply employer lists and fetch results and employer details (R-2.6-5, R-5-9). `Connections`
 * limits the connections, `InboxAccounts` has the keys that open an account, and `SftpSession` runs the protocol (`sftpMachine`)
 * on the files (`SftpDisk`). `arrivals` recognises complete files, and `results` writes a result file beside each
 * (D-list-results). The service runs it on its database, the fund kit on one key.
 *
 * Why limits from accept on: a client without a key may neither end this process nor keep a fund out (D-sftp-port).
 *
 * The traps: ssh2 removes its own error listener before it passes a client to `serve`, so `serve` attaches one first.
 * An upload that is closed isn't complete yet; the fund's profile says what completes it: a rename, a checksum file, or
 * 30 seconds without a change.
 */

import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { type AccountSpace, accountSpace } from "./AccountSpace.ts"
import { type Folder, foldersOf, makeFolders, pathsOf } from "./folders.ts"
import { catchLibraryErrors, Connections } from "./Connections.ts"
import { serveSftp } from "./SftpSession.ts"
import { SftpLimits, type SftpSettings, fingerprintOf, publicLineOf } from "./SftpSettings.ts"
import { readProxyHeader } from "./proxyHeader.ts"

import ssh2, {
  type ClientInfo,
  type Connection as Client,
  type PublicKeyAuthContext,
  type ServerConfig
} from "ssh2"

/** Only current algorithms. */
const algorithms: ServerConfig["algorithms"] = {
  kex: ["curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256"],
  serverHostKey: ["ssh-ed25519"],
  cipher: ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "chacha20-poly1305@openssh.com", "aes256-ctr"],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256"],
  compress: ["none"]
}

const MOST_TRIES = 6
/** Sessions that may be open in one connection. Clients open one, some a second for transfers. */
export const MOST_SESSIONS = 2
/** Concurrent database look-ups of log-ins: many log-ins at this port must leave database connections to the API. */
const LOOKUPS_AT_ONCE = 3
/** After a peer is silent for this many milliseconds, the system sends it TCP keep-alive probes. */
const STILL_THERE = 30_000

/** An account that a log-in opens. */
export interface InboxAccount {
  readonly slug: string
  /** The file names that are imported from its inbox. */
  readonly pattern: string | undefined
  readonly fingerprint: string
}

/** The accounts, and the keys that open them. */
export interface InboxAccounts<Key, E> {
  /** Finds a key of the account by its fingerprint. */
  readonly find: (user: string, fingerprint: string) => Effect.Effect<Option.Option<Key>, E>
  /** Called after a log-in with this key. Undefined if there is no such account any more. */
  readonly open: (key: Key) => Effect.Effect<InboxAccount | undefined, E>
}

export interface InboxServerOptions<Key, E> extends SftpSettings {
  /** The server's private key, Ed25519 in OpenSSH's form. */
  readonly hostKey: Redacted.Redacted
  readonly accounts: InboxAccounts<Key, E>
  /** Called when an inbox may hold a new file. */
  readonly changed: () => void
  /** Called when a client reads a file. */
  readonly reading?: (folder: Folder, name: string) => void
  /** Called for each log-in that is refused. */
  readonly refused?: () => void
}

/** The port is in use, or this user may not open it. */
export class PortTaken extends Data.TaggedError("PortTaken")<{ readonly port: number }> {}

/**
 * Runs the SFTP server (R-2.6-5, R-5-9) until the scope closes. Accounts open only with Ed25519 keys, and see only
 * their own inbox and outbox.
 */
export const inboxServer = Effect.fnUntraced(function* <Key, E>({
  accounts,
  hostKey,
  reading,
  refused,
  ...settings
}: InboxServerOptions<Key, E>) {
  const { changed } = settings
  const writing = new Set<string>()
  const key = ssh2.utils.parseKey(Redacted.value(hostKey))
  if (key instanceof Error) return yield* Effect.die(key)
  const context = yield* Effect.context<FileSystem.FileSystem>()
  const limits = yield* SftpLimits
  const spaces = new Map<string, AccountSpace>()
  const lookups = yield* Semaphore.make(LOOKUPS_AT_ONCE)
  const run = <A, E>(effect: Effect.Effect<A, E, FileSystem.FileSystem>) =>
    void Effect.runForkWith(context)(effect)
  const trouble = (error: unknown) =>
    run(Effect.logError("The SFTP server caught an error; other connections stay open", Cause.die(error)))
  const connections = new Connections(limits, trouble)

  /** The offered key, and the account key that it matches. */
  const offeredBy = Effect.fnUntraced(function* (attempt: PublicKeyAuthContext) {
    if (attempt.key.algo !== "ssh-ed25519") return undefined
    const offered = ssh2.utils.parseKey(`ssh-ed25519 ${attempt.key.data.toString("base64")}`)
    if (offered instanceof Error) return undefined
    const found = yield* accounts.find(attempt.username, fingerprintOf(offered))
    return { offered, found }
  })

  /** The account key of an attempt; the signature proves that the client has the private key. */
  const authenticated = Effect.fnUntraced(function* (attempt: PublicKeyAuthContext) {
    const offer = yield* offeredBy(attempt)
    if (offer === undefined || attempt.signature === undefined || attempt.blob === undefined)
      return Option.none<Key>()
    const { found, offered } = offer
    const isSigned = offered.verify(attempt.blob, attempt.signature, attempt.hashAlgo)
    // mutant (employer-lists/sftp/attacks): a log-in is signed with the key that opens the account: drop `isSigned !== true || `
    if (isSigned !== true || Option.isNone(found)) return Option.none<Key>()
    return found
  })

  /** Authenticates the client and prepares its account's view of the disk, before the client may make a request. */
  const accountOf = Effect.fnUntraced(function* (attempt: PublicKeyAuthContext) {
    const key = Option.getOrUndefined(yield* authenticated(attempt))
    const account = key === undefined ? undefined : yield* accounts.open(key)
    if (account === undefined) return undefined
    const { fingerprint, pattern, slug } = account
    const folders = foldersOf(settings.folder, slug)
    yield* makeFolders(pathsOf(...Object.values(folders)))
    const space = spaces.get(slug) ?? accountSpace(folders, limits)
    spaces.set(slug, space)
    return { folders, pattern, space, writing, changed, reading, slug, key: fingerprint }
  })

  type Account = NonNullable<Effect.Success<ReturnType<typeof accountOf>>>

  const opened = ({ key, slug }: { readonly key: string; readonly slug: string }) =>
    Effect.logInfo("A fund opened an SFTP session").pipe(
      Effect.annotateLogs({ fund: slug, fingerprint: key })
    )

  const tooMany = (slug: string) =>
    Effect.logWarning("An SFTP session was refused: the account has too many").pipe(
      Effect.annotateLogs({ fund: slug })
    )

  const serve = (client: Client, { ip, port }: ClientInfo) => {
    // Attach this first: ssh2 has removed its own listener, and an error without a listener ends the process.
    client.on("error", () => {})
    const connection = connections.find(ip, port)
    if (connection === undefined) return void client.end()
    let account: Account | undefined
    let tries = 0
    client.on("authentication", (attempt) => {
      tries += 1
      if (tries > MOST_TRIES) return void client.end()
      if (attempt.method !== "publickey") {
        // Every client asks first what it may do.
        if (attempt.method !== "none") refused?.()
        return void attempt.reject(["publickey"])
      }
      const reject = Effect.sync(() => {
        refused?.()
        attempt.reject(["publickey"])
      })
      const accept = Effect.sync(() => void attempt.accept())
      const judged = Effect.flatMap(accountOf(attempt), (found) => {
        account = found
        return found === undefined ? reject : accept
      })
      // Without a signature the client only asks whether it should sign.
      const queried = Effect.flatMap(offeredBy(attempt), (offer) =>
        offer !== undefined && Option.isSome(offer.found) ? accept : reject
      )
      const answered = attempt.signature === undefined ? queried : judged
      run(Effect.catchCause(lookups.withPermits(1)(answered), () => reject))
    })
    client.on("ready", () => {
      if (account === undefined || !connections.loggedIn(connection, account.slug)) {
        if (account !== undefined) run(tooMany(account.slug))
        return void client.end()
      }
      serveSessions(client, connection.socket, account)
    })
  }

  const serveSessions = (client: Client, socket: Socket, account: Account) => {
    const ends = new Set<() => void>()
    /** The sessions that hold the socket back. */
    const holding = new Set<symbol>()
    let channels = 0
    client.on("close", () => ends.forEach((end) => end()))
    client.on("session", (accept, reject) => {
      // mutant (employer-lists/sftp/attacks): a connection has two sessions at most: `channels >= MOST_SESSIONS` -> `false`
      if (channels >= MOST_SESSIONS) return void reject()
      channels += 1
      // `once`: ssh2 fails at a second accept.
      accept().once("sftp", (acceptSftp) => {
        const sftp = acceptSftp()
        sftp.on("error", () => {})
        // A session without SFTP keeps its place: ssh2 doesn't forget it either, and emits its close again and again.
        sftp.once("close", () => (channels -= 1))
        const me = Symbol("session")
        const release = () => {
          if (holding.delete(me) && holding.size === 0) socket.resume()
        }
        const end = serveSftp(account, sftp, {
          run,
          backlog: () => socket.writableLength,
          hold: () => {
            holding.add(me)
            socket.pause()
          },
          release,
          hangUp: () => socket.destroy()
        })
        const ended = () => {
          ends.delete(ended)
          end()
          release()
        }
        ends.add(ended)
        sftp.on("end", () => {
          ended()
          // Some clients wait for the server to hang up.
          sftp.end()
        })
        run(opened(account))
      })
    })
  }

  const ssh = new ssh2.Server(
    { hostKeys: [Redacted.value(hostKey)], algorithms, ident: "EmbeddedSuper" },
    serve
  )
  // Requests and answers are small and alternate: waiting for more data to send would cost 40 ms each.
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: STILL_THERE },
    (socket) => {
      connections.receive(socket)
      const admit = (client: string | undefined) => {
        if (connections.admit(socket, client)) ssh.injectSocket(socket)
      }
      if (settings.isBehindProxy !== true) return admit(undefined)
      readProxyHeader(socket, admit)
    }
  )
  yield* catchLibraryErrors(trouble)
  const port = yield* Effect.acquireRelease(
    Effect.callback<number, PortTaken>((resume) => {
      server.on("error", (error) => {
        resume(Effect.fail(new PortTaken({ port: settings.port })))
        trouble(error)
      })
      server.listen(settings.port, settings.host, () =>
        resume(Effect.succeed((server.address() as AddressInfo).port))
      )
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        connections.destroyAll()
      })
  )
  yield* Effect.logInfo(`Serving SFTP on port ${port}, host key ${fingerprintOf(key)}`)
  return {
    port,
    hostKey: publicLineOf(key),
    /** Whether a file is open to be written. */ isWriting: () => writing.size > 0
  }
})
