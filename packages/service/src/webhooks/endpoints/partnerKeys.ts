import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import type { Cell } from "../../platform/crypto/envelope.ts"
import { Vault } from "../../platform/crypto/Vault.ts"

const cell = (partnerId: string, id: string): Cell => ({
  table: "webhook_keys",
  column: "sealed",
  tenant: partnerId,
  row: id
})

/** Ed25519 in SPKI is twelve bytes that say so, and the key. */
const SPKI_PREFIX = 12

/** A new Ed25519 key pair: the 32 bytes that are published, and what is sealed for the row `id`. */
export const newPartnerKey = Effect.fn("newPartnerKey")(function* (partnerId: string, id: string) {
  const vault = yield* Vault
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")
  return {
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX),
    sealed: yield* vault.seal(cell(partnerId, id), secret)
  }
})

/** Reads the private keys that sign a product's webhooks now, because its partner asked for v1a; the current one first. */
export const makePartnerKeysOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault

  return Effect.fnUntraced(function* (productId: string) {
    const rows = yield* sql<{ id: string; partner_id: string; sealed: Uint8Array }>`
      SELECT k.id, k.partner_id, k.sealed FROM webhook_keys k JOIN products p ON p.partner_id = k.partner_id
      WHERE p.id = ${productId} AND (k.valid_until IS NULL OR k.valid_until > platform_now())
      ORDER BY k.valid_until DESC NULLS FIRST`
    return yield* Effect.forEach(rows, ({ id, partner_id, sealed }) =>
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
