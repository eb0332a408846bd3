import { createHash, hash } from "node:crypto"
import * as Redacted from "effect/Redacted"

/** Bytes of a key that are kept: enough to make a collision within a list impossible in practice. */
export const KEY_BYTES = 16

const BLOCK = 64

/**
 * The keyed form of a list's texts: HMAC-SHA256 (RFC 2104), cut to 16 bytes. It is written as two hashes, because
 * Node's one-shot `hash` is ten times as fast as a `createHmac` for each of a million rows.
 */
export const listKeys = (secret: Uint8Array) => {
  const padded = (byte: number) => {
    const pad = Buffer.alloc(BLOCK, byte)
    for (const [index, value] of secret.entries()) pad[index] = value ^ byte
    return pad
  }
  if (secret.length > BLOCK) throw new Error("A list key is 64 bytes at most.")
  const inner = Buffer.concat([padded(0x36), Buffer.alloc(BLOCK)])
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(32)])
  /** Writes the key of an ASCII text of at most 64 characters at `offset`. */
  const write = (text: string, into: Buffer, offset: number): void => {
    inner.write(text, BLOCK, BLOCK, "latin1")
    const first = hash("sha256", inner.subarray(0, BLOCK + text.length), "binary")
    outer.write(first, BLOCK, 32, "latin1")
    into.write(hash("sha256", outer, "binary").slice(0, KEY_BYTES), offset, KEY_BYTES, "latin1")
  }
  return {
    write,
    of: (text: string): Buffer => {
      const key = Buffer.alloc(KEY_BYTES)
      write(text, key, 0)
      return key
    }
  }
}

/**
 * SHA-256 of the salt followed by the ABN, both as UTF-8, as 64 lower-case digits (R-2.6-8, R-2.6-9, D-hashed-lists).
 */
export const hashedAbn = (salt: string, abn: string): string =>
  createHash("sha256")
    .update(salt + abn, "utf8")
    .digest("hex")

/** Whether a text can be a salt: 1 to 256 printable characters without spaces. */
export const isSalt = (salt: Redacted.Redacted): boolean => /^[!-~]{1,256}$/.test(Redacted.value(salt))

/** A salt shorter than this hides nothing (D-hashed-lists). */
const SECRET_BYTES = 16

/** Whether a salt is too short to hide anything. */
export const isWeakSalt = (salt: Redacted.Redacted): boolean =>
  Buffer.byteLength(Redacted.value(salt)) < SECRET_BYTES
