import * as Duration from "effect/Duration"
import type { Socket } from "node:net"
import type { SftpLimits } from "./SftpLimits.ts"

/** A connection that was let in. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** The account that it logged in to. */
  account: string | undefined
  readonly late: NodeJS.Timeout
}

/** A client that doesn't hang up after the server has is cut off after this many milliseconds. */
const HANG_UP_WITHIN = 1000

/** Addresses that are remembered because a fund has logged in from there. */
const MOST_KNOWN = 1000

/**
 * The connections of the SFTP port, from accept on: how many there are of each kind, and which one gives way. A connection
 * that has to go is destroyed, because a client that keeps its side open would keep its place otherwise.
 */
export class Connections {
  /** In the order of their coming. */
  private readonly all = new Map<string, Connection>()
  private readonly known = new Set<string>()
  private readonly limits: SftpLimits
  private readonly trouble: (error: unknown) => void

  /** `trouble` is told of every error that code of the SFTP server threw while it handled a connection. */
  constructor(limits: SftpLimits, trouble: (error: unknown) => void) {
    this.limits = limits
    this.trouble = trouble
  }

  /** Lets a connection in, or destroys it. Answers whether it is in. */
  admit(socket: Socket): boolean {
    socket.on("error", () => {})
    guard(socket, this.trouble)
    const { remoteAddress: address, remotePort: port } = socket
    const waiting = [...this.all.values()].filter(({ account }) => account === undefined)
    const isCrowd = waiting.filter((other) => other.address === address).length >= this.limits.perAddress
    if (address === undefined || port === undefined || isCrowd || !this.makeRoom(waiting)) {
      socket.destroy()
      return false
    }
    const late = setTimeout(() => socket.destroy(), Duration.toMillis(this.limits.loginWithin))
    const id = idOf(address, port)
    this.all.set(id, { socket, address, account: undefined, late })
    socket.once("finish", () => setTimeout(() => socket.destroy(), HANG_UP_WITHIN).unref())
    socket.once("close", () => {
      clearTimeout(late)
      this.all.delete(id)
    })
    return true
  }

  /** The connection from there, unless it has ended. */
  find(address: string, port: number): Connection | undefined {
    return this.all.get(idOf(address, port))
  }

  /** Notes that a connection has logged in to an account. False if the account has enough of them. */
  loggedIn(connection: Connection, account: string): boolean {
    const sessions = [...this.all.values()].filter((other) => other.account === account)
    // mutant (attacks): an account has few sessions: `sessions.length >= this.limits.perAccount` -> `false`
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
  }

  /**
   * Makes room where there are too many connections: the oldest that hasn't logged in gives way, of the address that has
   * most of them, and of a fund's address last. False if all have logged in.
   */
  private makeRoom(waiting: ReadonlyArray<Connection>): boolean {
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

  /** Its place is free at once; the socket's own end comes a moment later. */
  private forget({ address, late, socket }: Connection): void {
    clearTimeout(late)
    if (socket.remotePort !== undefined) this.all.delete(idOf(address, socket.remotePort))
    socket.destroy()
  }
}

const idOf = (address: string, port: number): string => `${address} ${port}`

/** Whatever the handlers of a socket's events throw ends this socket, and nothing else. */
const guard = (socket: Socket, trouble: (error: unknown) => void): void => {
  const emit = socket.emit.bind(socket) as (...event: ReadonlyArray<unknown>) => boolean
  socket.emit = (...event: ReadonlyArray<unknown>) => {
    try {
      return emit(...event)
    } catch (error) {
      trouble(error)
      socket.destroy()
      return false
    }
  }
}
