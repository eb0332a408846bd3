import { createHash } from "node:crypto"
import ssh2, { type ParsedKey } from "ssh2"

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
