import * as Redacted from "effect/Redacted"

/** Whether a text can be a salt: 1 to 256 printable characters without spaces. */
export const isSalt = (salt: Redacted.Redacted): boolean => /^[!-~]{1,256}$/.test(Redacted.value(salt))

/** A salt shorter than this hides nothing (D-hashed-lists). */
const SECRET_BYTES = 16

/** Whether a salt is too short to hide anything. */
export const isWeakSalt = (salt: Redacted.Redacted): boolean =>
  Buffer.byteLength(Redacted.value(salt)) < SECRET_BYTES
