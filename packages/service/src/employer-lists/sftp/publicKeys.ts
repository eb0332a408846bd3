import { createHash } from "node:crypto"
import ssh2, { type ParsedKey } from "ssh2"

/** The key of a line `ssh-ed25519 AAAA… comment`; undefined for any other text, private keys included. */
export const readPublicKey = (text: string): ParsedKey | undefined => {
  const line = text.trim()
  if (!/^ssh-ed25519 [A-Za-z0-9+/=]{60,100}(?: [^\r\n]*)?$/.test(line)) return undefined
  const key = ssh2.utils.parseKey(line)
  return key instanceof Error || key.isPrivateKey() ? undefined : key
}

/** The format of `ssh-keygen -l`: `SHA256:` and 43 characters. */
export const fingerprintOf = (key: ParsedKey): string => {
  const digest = createHash("sha256").update(key.getPublicSSH()).digest("base64")
  return `SHA256:${digest.replace(/=+$/, "")}`
}
