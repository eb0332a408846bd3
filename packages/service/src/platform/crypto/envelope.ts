import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  timingSafeEqual,
  randomFillSync
} from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { MasterKey, MasterKeyRing } from "./MasterKeys.ts"

const SIZE = 4096

const pool = Buffer.alloc(SIZE)
let taken = SIZE

/**
 * Returns `count` random bytes, at most 4096. Asks the system for many at once, because one request for each key and nonce
 * takes longer than the encryption. Each byte is returned once, and then erased from the pool.
 */
export const takeRandom = (count: number): Buffer => {
  if (taken + count > SIZE) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + count))
  pool.fill(0, taken, taken + count)
  taken += count
  return bytes
}

/**
 * The cell of the database that a ciphertext belongs to. It is authenticated with the ciphertext (AAD), so a value that
 * is copied to another row, column, tenant or table doesn't open there.
 */
export interface Cell {
  readonly table: string
  readonly column: string
  /** The product (or partner) that owns the row. */
  readonly tenant: string
  readonly row: string
}

/** Why a sealed value doesn't open. Contains nothing about the value. */
export class CannotOpen extends Data.TaggedError("CannotOpen")<{
  readonly reason: "unknown_format" | "unknown_master_key" | "altered_or_misplaced"
}> {}

/** The first byte: the value as it is, or deflated. */
const PLAIN = 1
export const DEFLATED = 2

/**
 * A longer value is deflated before it is encrypted, because nothing can compress it afterwards: JSON of this length
 * shrinks by a third, longer JSON to a third, and with it the database, its log and its replicas.
 */
const LONG = 400

/** zlib makes its tables anew for each value: for texts of some kilobytes, smaller ones take half the time. */
const SMALL = { windowBits: 12, memLevel: 5, chunkSize: 4096 }

const KEY_ID = 8
/** A 32 byte data key wrapped by AES key wrap (RFC 3394) is 8 bytes longer. */
const WRAPPED = 40
const NONCE = 12
const TAG = 16
const HEADER = 1 + KEY_ID + WRAPPED + NONCE

/** Where the master key's id is in a sealed value, and how many bytes the value begins with before its nonce. */
export const KEY_ID_AT = 1
export const KEY_ID_LENGTH = KEY_ID
export const WRAPPED_HEAD = 1 + KEY_ID + WRAPPED

const RFC_3394_IV = Buffer.alloc(8, 0xa6)

// sample mutant (envelope): what is sealed for one tenant doesn't open for another: `|${cell.tenant}|` -> `|`
const aad = (cell: Cell, format: number): Buffer =>
  Buffer.from(
    `${cell.table}|${cell.column}|${cell.tenant}|${cell.row}${format === PLAIN ? "" : `|${format}`}`
  )

const wrap = (master: MasterKey, dataKey: Buffer): Buffer => {
  const cipher = createCipheriv("id-aes256-wrap", Redacted.value(master.key), RFC_3394_IV)
  return Buffer.concat([cipher.update(dataKey), cipher.final()])
}

const unwrap = (master: MasterKey, wrapped: Uint8Array): Buffer => {
  const decipher = createDecipheriv("id-aes256-wrap", Redacted.value(master.key), RFC_3394_IV)
  return Buffer.concat([decipher.update(wrapped), decipher.final()])
}

/**
 * Encrypts for one cell under its own data key, which is wrapped by the current master key:
 * `format (1) | master key id (8) | wrapped data key (40) | nonce (12) | ciphertext | tag (16)`.
 * Deleting these bytes destroys the data key, and with it the value.
 */
export const seal = (
  keys: MasterKeyRing,
  cell: Cell,
  plain: Uint8Array,
  format: typeof PLAIN | typeof DEFLATED = plain.length < LONG ? PLAIN : DEFLATED
): Uint8Array => {
  const dataKey = takeRandom(32)
  const nonce = takeRandom(NONCE)
  const cipher = createCipheriv("aes-256-gcm", createSecretKey(dataKey), nonce, { authTagLength: TAG })
  cipher.setAAD(aad(cell, format))
  const packed = format === PLAIN ? plain : deflateRawSync(plain, SMALL)
  const body = [cipher.update(packed), cipher.final(), cipher.getAuthTag()]
  const sealed = Buffer.concat([
    Buffer.of(format),
    keys.current.id,
    wrap(keys.current, dataKey),
    nonce,
    ...body
  ])
  dataKey.fill(0)
  return sealed
}

/** The id of the master key that wraps a sealed value's data key, in hexadecimal digits. */
export const keyIdOf = (sealed: Uint8Array): string =>
  Buffer.from(sealed.subarray(KEY_ID_AT, KEY_ID_AT + KEY_ID)).toString("hex")

const masterOf = (keys: MasterKeyRing, sealed: Uint8Array): MasterKey | undefined => {
  const id = sealed.subarray(KEY_ID_AT, KEY_ID_AT + KEY_ID)
  return keys.all.find((key) => Buffer.compare(key.id, id) === 0)
}

/**
 * Wraps the data key of a sealed value under the current master key. `head` is the value's beginning, of `WRAPPED_HEAD`
 * bytes; so is the result. The data key, and all after it, stay as they are.
 */
export const rewrap = (keys: MasterKeyRing, head: Uint8Array): Result.Result<Uint8Array, CannotOpen> => {
  const [format] = head
  if ((format !== PLAIN && format !== DEFLATED) || head.length !== WRAPPED_HEAD)
    return Result.fail(new CannotOpen({ reason: "unknown_format" }))
  const master = masterOf(keys, head)
  if (master === undefined) return Result.fail(new CannotOpen({ reason: "unknown_master_key" }))
  return Result.try({
    try: () => {
      const dataKey = unwrap(master, head.subarray(KEY_ID_AT + KEY_ID))
      const fresh = Buffer.concat([Buffer.of(format), keys.current.id, wrap(keys.current, dataKey)])
      dataKey.fill(0)
      return fresh
    },
    catch: () => new CannotOpen({ reason: "altered_or_misplaced" })
  })
}

/** Decrypts a value that `seal` encrypted for the same cell. */
export const open = (
  keys: MasterKeyRing,
  cell: Cell,
  sealed: Uint8Array
): Result.Result<Uint8Array, CannotOpen> => {
  const [format] = sealed
  if ((format !== PLAIN && format !== DEFLATED) || sealed.length < HEADER + TAG) {
    return Result.fail(new CannotOpen({ reason: "unknown_format" }))
  }
  const master = masterOf(keys, sealed)
  if (master === undefined) return Result.fail(new CannotOpen({ reason: "unknown_master_key" }))
  return Result.try({
    try: () => {
      const dataKey = unwrap(master, sealed.subarray(1 + KEY_ID, 1 + KEY_ID + WRAPPED))
      const nonce = sealed.subarray(HEADER - NONCE, HEADER)
      const decipher = createDecipheriv("aes-256-gcm", createSecretKey(dataKey), nonce, {
        authTagLength: TAG
      })
      decipher.setAAD(aad(cell, format)).setAuthTag(sealed.subarray(-TAG))
      const packed = Buffer.concat([decipher.update(sealed.subarray(HEADER, -TAG)), decipher.final()])
      return format === PLAIN ? packed : inflateRawSync(packed)
    },
    catch: () => new CannotOpen({ reason: "altered_or_misplaced" })
  })
}

/**
 * Whether two byte strings are the same, in a time that doesn't reveal where they differ. Lengths aren't secret here:
 * only digests and codes of a fixed length are compared.
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

/** A sealed document was opened, and has a form that this process doesn't know. The message contains nothing of it. */
export class AnotherForm extends Data.TaggedError("AnotherForm")<{ readonly message: string }> {}

/** Whether a defect says that a stored value can't be opened or decoded by this process; another may be able to. */
export const isUnreadable = (defect: unknown): boolean =>
  defect instanceof CannotOpen || defect instanceof AnotherForm
