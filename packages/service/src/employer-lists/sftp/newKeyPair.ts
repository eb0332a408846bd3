import ssh2 from "ssh2"

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
