/**
 * Reads texts from the database with U+FFFD for each character that shows nothing. Such texts were stored before the contract
 * excluded them, and can be returned this way. The rows stay as they are: partners know their own ids, and an upgrade
 * doesn't walk the tables. Sealed documents do the same when they are opened.
 */
import { shownText } from "@embedded-super/contracts/pasted"
import { PgTypes } from "@effect/sql-pg"
import * as Result from "effect/Result"

const JSONB = 3802
const utf8 = new TextDecoder()

const builtIn = (oid: number) => ({
  encode: (value: unknown) => PgTypes.encode(value, oid),
  decode: (bytes: Uint8Array) => PgTypes.decode(bytes, oid, 1)
})

/** The codecs of the types that hold people's texts: text, varchar and jsonb. */
export const shownTexts = PgTypes.makeRegistry()

for (const oid of [25, 1043]) {
  const codec = builtIn(oid)
  shownTexts.register(oid, {
    ...codec,
    decode: (bytes) => Result.map(codec.decode(bytes), (text) => shownText(String(text)))
  })
}
const jsonb = builtIn(JSONB)
shownTexts.register(JSONB, {
  ...jsonb,
  // Its form is a byte with the version, 1, and the JSON.
  decode: (bytes) =>
    bytes[0] === 1
      ? Result.succeed(JSON.parse(shownText(utf8.decode(bytes.subarray(1)))) as unknown)
      : jsonb.decode(bytes)
})
