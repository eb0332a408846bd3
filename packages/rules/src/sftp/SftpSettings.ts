import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** The address where the SFTP server listens, and its folder. */
export interface SftpSettings {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Absolute path; holds a folder for each fund. Processes that serve SFTP on one database share it. */
  readonly folder: string
  /** Whether a balancer before this server names each client by PROXY protocol, version 2. */
  readonly isBehindProxy?: boolean
}

/** The SFTP server's limits for all clients, for one address and for one account. */
export interface SftpLimits {
  /** Connections in total. Above it, a connection that hasn't logged in is dropped for a new one. */
  readonly connections: number
  /** Connections from one address that haven't logged in. */
  readonly perAddress: number
  /** Connections that have logged in to one account. */
  readonly perAccount: number
  /** Time from accept to the end of the log-in; after it, the socket is destroyed. */
  readonly loginWithin: Duration.Duration
  /** Files in one account's inbox, results and unfinished uploads included. */
  readonly files: number
  /** Bytes in one account's inbox, results and unfinished uploads included. */
  readonly bytes: number
  /** Files of one fund that are judged within an hour; further files wait in the inbox. */
  readonly importsPerHour: number
}

export const SftpLimits = Context.Reference<SftpLimits>("@embedded-super/rules/sftp/SftpLimits", {
  defaultValue: () => ({
    connections: 500,
    perAddress: 10,
    perAccount: 10,
    loginWithin: Duration.seconds(30),
    files: 200,
    bytes: 1024 * 1024 * 1024,
    importsPerHour: 60
  })
})
