import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { hash, randomBytes } from "node:crypto"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder, replaceFile } from "./DataFolder.ts"

const keyBytes = 32

/** A random key of 32 bytes, stored in the data folder as `<name>.key` in hex: the same one after every start. */
export const keptKey = Effect.fn("keptKey")(
  function* (name: string) {
    const fs = yield* FileSystem.FileSystem
    const file = (yield* DataFolder).file(`${name}.key`)
    if (!(yield* fs.exists(file))) yield* replaceFile(file, randomBytes(keyBytes).toString("hex"))
    const key = Buffer.from((yield* fs.readFileString(file)).trim(), "hex")
    return key.length === keyBytes
      ? key
      : yield* new CannotStart({ sentence: `${file} holds no key. Move it away; a new one is made.` })
  },
  (keeping, name) =>
    keeping.pipe(
      Effect.catchTag("PlatformError", (error) =>
        Effect.fail(new CannotStart({ sentence: `Can't keep ${name}.key: ${error.message}` }))
      )
    )
)

const block = 64
const longest = 1024

/**
 * HMAC-SHA256 written out by RFC 2104, its first 16 hex digits. Thousands are computed per second, and two plain hashes
 * over preallocated memory cost a third of an Hmac object each.
 */
const hmacUnder = (key: Uint8Array): ((text: string) => string) => {
  const short = key.length > block ? hash("sha256", key, "buffer") : key
  const inner = Buffer.alloc(block + longest, 0x36)
  const outer = Buffer.alloc(block + 32, 0x5c)
  for (const [index, byte] of short.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return (text) => {
    // A UTF-16 unit needs at most three bytes.
    const message =
      text.length * 3 > longest
        ? Buffer.concat([inner.subarray(0, block), Buffer.from(text)])
        : inner.subarray(0, block + inner.write(text, block))
    hash("sha256", message, "buffer").copy(outer, block)
    inner.fill(0, block)
    // Decoded from its own bytes: a slice of a longer string would keep the whole string in memory.
    return hash("sha256", outer, "buffer").toString("hex", 0, 8)
  }
}

/**
 * Compares secrets without storing them: the fingerprint is the first 16 hex digits of a hash under a key that stays in
 * the data folder. A plain hash of a tax file number could be reversed by trying them all.
 */
export class Fingerprints extends Context.Service<
  Fingerprints,
  { readonly of: (secret: string) => string }
>()("@embedded-super/simulator-kit/Fingerprints") {
  static readonly layer = Layer.effect(
    Fingerprints,
    Effect.map(keptKey("fingerprint"), (bytes) => ({ of: hmacUnder(bytes) }))
  )
}
