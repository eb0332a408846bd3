import * as Layer from "effect/Layer"
import { masterKeyOf, masterKeyRing, MasterKeys } from "../src/platform/crypto/MasterKeys.ts"
import { Vault } from "../src/platform/crypto/Vault.ts"

/** A `Vault` under a fixed master key, on the database of `TestDatabase.layer`. */
export const TestVault = {
  layer: Vault.layer.pipe(
    Layer.provide(Layer.succeed(MasterKeys, masterKeyRing(masterKeyOf(Buffer.alloc(32, 7)))))
  )
}
