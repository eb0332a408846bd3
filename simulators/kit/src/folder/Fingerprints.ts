import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import { createHmac, randomBytes } from "node:crypto"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "./DataFolder.ts"
import { replaceFile } from "./replaceFile.ts"

const keyBytes = 32

/**
 * Tells whether two secrets are the same without keeping either: the first 16 hex digits of a hash under a key that
 * stays in the data folder. A plain hash of a tax file number could be reversed by trying them all.
 */
export class Fingerprints extends Context.Service<
  Fingerprints,
  { readonly of: (secret: string) => string }
>()("@embedded-super/simulator-kit/Fingerprints") {
  static readonly layer: Layer.Layer<
    Fingerprints,
    CannotStart,
    DataFolder | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Fingerprints,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = (yield* DataFolder).file("fingerprint.key")
      if (!(yield* fs.exists(file))) yield* replaceFile(file, randomBytes(keyBytes).toString("hex"))
      const key = Buffer.from((yield* fs.readFileString(file)).trim(), "hex")
      if (key.length !== keyBytes) {
        return yield* new CannotStart({ sentence: `${file} holds no key. Move it away; a new one is made.` })
      }
      return { of: (secret: string) => createHmac("sha256", key).update(secret).digest("hex").slice(0, 16) }
    }).pipe(
      Effect.catchTag(
        "PlatformError",
        (error) => new CannotStart({ sentence: `Can't keep the fingerprint key: ${error.message}` })
      )
    )
  )
}
