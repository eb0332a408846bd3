import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import type { Cell } from "../../platform/crypto/envelope.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { webhookKeysRepo } from "./WebhookKeysRepo.ts"

const cell = (partnerId: string, id: string): Cell => ({
  table: "webhook_keys",
  column: "sealed",
  tenant: partnerId,
  row: id
})

/** SPKI of an Ed25519 key is a prefix of twelve bytes and the key. */
const SPKI_PREFIX = 12

/** A new Ed25519 key pair: the 32 bytes to publish, and the sealed private key for the row `id`. */
export const newPartnerKey = Effect.fn("newPartnerKey")(function* (partnerId: string, id: string) {
  const vault = yield* Vault
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")
  return {
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX),
    sealed: yield* vault.seal(cell(partnerId, id), secret)
  }
})

/** Reads the private keys that sign a product's webhooks now, because its partner wants v1a; the current one first. */
export const makePartnerKeysOf = Effect.gen(function* () {
  const repo = yield* webhookKeysRepo
  const vault = yield* Vault

  return Effect.fnUntraced(function* (productId: string) {
    return yield* Effect.forEach(yield* repo.sealedOf(productId), ({ id, partner_id, sealed }) =>
      Effect.map(vault.open(cell(partner_id, id), sealed), (secret) =>
        createPrivateKey({
          key: Buffer.from(Redacted.value(secret), "base64"),
          format: "der",
          type: "pkcs8"
        })
      )
    )
  })
})
