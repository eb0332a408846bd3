import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import { createHmac, createSecretKey } from "node:crypto"
import type { CannotStart } from "../CannotStart.ts"
import type { DataFolder } from "./DataFolder.ts"
import { keptKey } from "./keptKey.ts"

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
    Effect.map(keptKey("fingerprint"), (bytes) => {
      // Made once: handing the bytes to each call would cost more than the hash.
      const key = createSecretKey(bytes)
      return {
        of: (secret: string) => createHmac("sha256", key).update(secret).digest().toString("hex", 0, 8)
      }
    })
  )
}
