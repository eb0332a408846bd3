import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import process from "node:process"
import type { SftpLimits } from "./SftpSettings.ts"

/** An admitted connection. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** The account that it has logged in to. */
  account: string | undefined
  readonly late: NodeJS.Timeout
}

/** After the server hangs up, a client that doesn't is disconnected after this many milliseconds. */
const HANG_UP_WITHIN = 1000

/**
 * The most bytes of answers that a client may leave unread. A session already waits when less is unread; only a client whose
 * packets need no session gets here.
 */
const MOST_UNSENT = 4 * 1024 * 1024

/** Remembered addresses from which a fund has logged in. */
const MOST_KNOWN = 1000

/**
 * The connections of the SFTP port, from accept on: the limits of each kind, and the choice of the connection to drop.
 * A dropped connection is destroyed: otherwise a client that keeps its side open would keep its place.
 */
export class Connections {
  /** Those whose client isn't known yet, in the order of their arrival; as many as admitted ones at most. */
  private readonly unnamed = new Map<Socket, NodeJS.Timeout>()
  /** The admitted ones, in the order of their arrival. */
  private readonly all = new Map<string, Connection>()
  private readonly known = new Set<string>()
  private readonly limits: SftpLimits
  private readonly trouble: (error: unknown) => void

  /** `trouble` is called with every error that the SFTP server's code throws while it handles a connection. */
  constructor(limits: SftpLimits, trouble: (error: unknown) => void) {
    this.limits = limits
    this.trouble = trouble
  }

  /** Guards a new connection; `admit` comes next. From now on it has the time in which it must log in. */
  receive(socket: Socket): void {
    socket.on("error", () => {})
    guard(socket, this.trouble)
    const [oldest] = this.unnamed.keys()
    if (oldest !== undefined && this.unnamed.size >= this.limits.connections) {
      // At once: its close event comes a moment later.
      this.unnamed.delete(oldest)
      oldest.destroy()
    }
    const late = setTimeout(() => socket.destroy(), Duration.toMillis(this.limits.loginWithin))
    this.unnamed.set(socket, late)
    socket.once("close", () => {
      clearTimeout(late)
      this.unnamed.delete(socket)
    })
  }

  /** Admits a connection of this client, or destroys it. Returns whether it is admitted. */
  admit(socket: Socket, client: string | undefined): boolean {
    const { remoteAddress, remotePort: port } = socket
    const address = client ?? remoteAddress
    const late = this.unnamed.get(socket)
    this.unnamed.delete(socket)
    if (
      late === undefined ||
      address === undefined ||
      remoteAddress === undefined ||
      port === undefined ||
      !this.makeRoom(address)
    ) {
      socket.destroy()
      return false
    }
    const id = idOf(remoteAddress, port)
    this.all.set(id, { socket, address, account: undefined, late })
    socket.once("finish", () => setTimeout(() => socket.destroy(), HANG_UP_WITHIN).unref())
    socket.once("close", () => this.all.delete(id))
    return true
  }

  /** The open connection from this address and port, if any. */
  find(address: string, port: number): Connection | undefined {
    return this.all.get(idOf(address, port))
  }

  /** Records that a connection has logged in to an account. Returns false if the account has reached its limit. */
  loggedIn(connection: Connection, account: string): boolean {
    const sessions = [...this.all.values()].filter((other) => other.account === account)
    // mutant (employer-lists/sftp/attacks): an account has few sessions: `sessions.length >= this.limits.perAccount` -> `false`
    if (sessions.length >= this.limits.perAccount) return false
    clearTimeout(connection.late)
    connection.account = account
    this.known.delete(connection.address)
    this.known.add(connection.address)
    const [oldest] = this.known
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest)
    return true
  }

  destroyAll(): void {
    for (const { socket } of this.all.values()) socket.destroy()
    for (const socket of this.unnamed.keys()) socket.destroy()
  }

  /**
   * Frees a place for a connection from this address. If the address has too many that haven't logged in, the oldest of
   * them goes: to refuse the newest would lock out a fund behind the same balancer. If there are too many in all, the
   * oldest that hasn't logged in goes, from the address with most of these; connections from a fund's address come
   * last. Returns false if all have logged in.
   */
  private makeRoom(from: string): boolean {
    const waiting = [...this.all.values()].filter(({ account }) => account === undefined)
    const crowd = waiting.filter(({ address }) => address === from)
    const [oldestOfIt] = crowd
    if (crowd.length >= this.limits.perAddress && oldestOfIt !== undefined) {
      this.forget(oldestOfIt)
      return true
    }
    if (this.all.size < this.limits.connections) return true
    const strangers = waiting.filter(({ address }) => !this.known.has(address))
    const candidates = strangers.length > 0 ? strangers : waiting
    const counts = new Map<string, number>()
    for (const { address } of candidates) counts.set(address, (counts.get(address) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const oldest = candidates.find(({ address }) => counts.get(address) === most)
    if (oldest === undefined) return false
    this.forget(oldest)
    return true
  }

  /** Frees its place at once; the socket's own close event comes a moment later. */
  private forget({ late, socket }: Connection): void {
    clearTimeout(late)
    const { remoteAddress, remotePort } = socket
    if (remoteAddress !== undefined && remotePort !== undefined)
      this.all.delete(idOf(remoteAddress, remotePort))
    socket.destroy()
  }
}

const idOf = (address: string, port: number): string => `${address} ${port}`

/**
 * An error thrown by a handler of a socket's events ends this socket and nothing else; so does a client that sends, and
 * reads no answers.
 */
const guard = (socket: Socket, trouble: (error: unknown) => void): void => {
  const emit = socket.emit.bind(socket) as (...event: ReadonlyArray<unknown>) => boolean
  socket.emit = (...event: ReadonlyArray<unknown>) => {
    try {
      const isHandled = emit(...event)
      if (socket.writableLength > MOST_UNSENT) socket.destroy()
      return isHandled
    } catch (error) {
      trouble(error)
      socket.destroy()
      return false
    }
  }
}

/** Whether the SFTP library's code threw the error. */
const isOfLibrary = (error: unknown): boolean =>
  error instanceof Error && /[\\/]node_modules[\\/]ssh2[\\/]/.test(error.stack ?? "")

/**
 * While the scope is open, keeps an uncaught error of the SFTP library (thrown in a timer or tick of its own) from
 * ending the process. Every other uncaught error ends the process as before.
 */
export const catchLibraryErrors = (trouble: (error: unknown) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const caught = (error: unknown) => {
        if (isOfLibrary(error)) return trouble(error)
        // Node ends the process itself only if there is no listener.
        if (process.listenerCount("uncaughtException") > 1) return
        process.off("uncaughtException", caught)
        process.nextTick(() => {
          throw error
        })
      }
      process.on("uncaughtException", caught)
      return caught
    }),
    (caught) => Effect.sync(() => void process.off("uncaughtException", caught))
  )
