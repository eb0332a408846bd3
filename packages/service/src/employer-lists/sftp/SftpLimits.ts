import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** What the SFTP server takes on from all clients, from one address and from one account. */
export interface SftpLimits {
  /** Connections in all. Beyond it, a connection that hasn't logged in makes room for a new one. */
  readonly connections: number
  /** Connections from one address that haven't logged in. */
  readonly perAddress: number
  /** Connections that are logged in to one account. */
  readonly perAccount: number
  /** Time from accept to the end of the log-in; then the socket is destroyed. */
  readonly loginWithin: Duration.Duration
  /** Files in one account's inbox, results and unfinished uploads included. */
  readonly files: number
  /** Bytes in one account's inbox, results and unfinished uploads included. */
  readonly bytes: number
  /** Files of one fund that are judged within an hour; others wait in the inbox. */
  readonly importsPerHour: number
}

export const SftpLimits = Context.Reference<SftpLimits>(
  "@embedded-super/service/employer-lists/sftp/SftpLimits",
  {
    defaultValue: () => ({
      connections: 500,
      perAddress: 10,
      perAccount: 10,
      loginWithin: Duration.seconds(30),
      files: 200,
      bytes: 1024 * 1024 * 1024,
      importsPerHour: 60
    })
  }
)
