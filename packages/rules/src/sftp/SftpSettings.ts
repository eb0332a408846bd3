import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import { createHash } from "node:crypto"
import ssh2, { type ParsedKey } from "ssh2"

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

/** The key of a line `ssh-ed25519 AAAA… comment`; undefined for any other text, private keys included. */
export const readPublicKey = (text: string): ParsedKey | undefined => {
  const line = text.trim()
  if (!/^ssh-ed25519 [A-Za-z0-9+/=]{60,100}(?: [^\r\n]*)?$/.test(line)) return undefined
  const key = ssh2.utils.parseKey(line)
  return key instanceof Error || key.isPrivateKey() ? undefined : key
}

/** Whether a text is a private key that ssh2 reads. */
export const isPrivateKey = (text: string): boolean => {
  const key = ssh2.utils.parseKey(text)
  return !(key instanceof Error) && key.isPrivateKey()
}

/** The line of a public key, without a comment. */
export const publicLineOf = (key: ParsedKey): string => `ssh-ed25519 ${key.getPublicSSH().toString("base64")}`

/** The format of `ssh-keygen -l`: `SHA256:` and 43 characters. */
export const fingerprintOf = (key: ParsedKey): string => {
  const digest = createHash("sha256").update(key.getPublicSSH()).digest("base64")
  return `SHA256:${digest.replace(/=+$/, "")}`
}

/**
 * A new Ed25519 key pair in OpenSSH's form. ssh2 can't read one in 256 of its own pairs: it strips the zero that a key
 * may begin with (mscdex/ssh2#1513). Such a pair is discarded.
 */
export const newKeyPair = (comment: string) => {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync("ed25519", { comment })
    const isRead = [pair.private, pair.public].every((text) => !(ssh2.utils.parseKey(text) instanceof Error))
    if (isRead) return pair
  }
}
