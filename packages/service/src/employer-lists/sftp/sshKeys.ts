import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import ssh2, { type ParsedKey } from "ssh2"
import { Vault } from "../../platform/crypto/Vault.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { sftpAccountsRepo } from "./SftpAccountsRepo.ts"

/** The key of a line `ssh-ed25519 AAAA… comment`; undefined for any other text, private keys included. */
export const readPublicKey = (text: string): ParsedKey | undefined => {
  const line = text.trim()
  if (!/^ssh-ed25519 [A-Za-z0-9+/=]{60,100}(?: [^\r\n]*)?$/.test(line)) return undefined
  const key = ssh2.utils.parseKey(line)
  return key instanceof Error || key.isPrivateKey() ? undefined : key
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

const CELL = { table: "sftp_host_keys", column: "sealed", tenant: "service", row: "current" }

/**
 * The server's own key: Ed25519, generated once for this database and stored there sealed, so that it never changes for
 * funds that pin it.
 */
export const hostKey = Effect.gen(function* () {
  const repo = yield* sftpAccountsRepo
  const vault = yield* Vault
  const fresh = newKeyPair("embedded-super").private
  const sealed = yield* repo.hostKey(yield* vault.seal(CELL, Redacted.make(fresh)))
  const text = yield* Effect.orDie(vault.open(CELL, sealed))
  const key = ssh2.utils.parseKey(Redacted.value(text))
  if (key instanceof Error) {
    return yield* new OperatorError({
      problem: "The SFTP server's key in the database can't be read.",
      remedy: "Restore the row of sftp_host_keys from a backup; funds have pinned this key."
    })
  }
  return { secret: text, key }
})
