import { createHash } from "node:crypto"

/**
 * A UUID (version 8) that follows from a text: the same text has the same id in every database, also in one that was
 * restored. Not a secret, and without a time.
 */
export const derivedId = (text: string): string => {
  const bytes = createHash("sha256").update(`embedded-super ${text}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** The Idempotency-Key of a session's registration: also after a restore to before it, a fund recognises the repeat. */
export const registrationKey = (sessionId: string): string => derivedId(`member_registration ${sessionId}`)
