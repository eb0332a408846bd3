import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { createHmac, randomBytes } from "node:crypto"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "./DataFolder.ts"
import { replaceFile } from "./replaceFile.ts"

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
    Effect.map(keptKey("fingerprint"), (key) => ({
      of: (secret) => createHmac("sha256", key).update(secret).digest().toString("hex", 0, 8)
    }))
  )
}
