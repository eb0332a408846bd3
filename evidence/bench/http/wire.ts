/** The messages of PostgreSQL's protocol that a client sends. */

/** The first message of a connection has no letter before its length. */
const STARTUP_HEAD = 4
const HEAD = 5

/** Reads a client's messages one after the other, however they are cut into chunks: the letter ("" for the first), and what follows its length. */
export const clientMessages = (onMessage: (letter: string, body: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarted ? HEAD : STARTUP_HEAD
      if (rest.length < head) return
      const length = rest.readUInt32BE(head - 4) + head - 4
      if (rest.length < length) return
      onMessage(isStarted ? String.fromCharCode(rest[0] ?? 0) : "", rest.subarray(head, length))
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}
