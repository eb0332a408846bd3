/** The keys that deliveries are signed with, right and wrong ones. */
import { generateSecret, signingKey } from "@embedded-super/rules/webhooks/signing"
import * as Redacted from "effect/Redacted"
import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from "node:crypto"
import type { Signer, Which } from "../PartnerUnderTest.ts"
import type { PartnerSettings } from "../settings/PartnerSettings.ts"

/** The DER bytes before the 32 bytes of an Ed25519 private key. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex")

/** The partner account's own key. It is derived from a secret, so that every run has the same. */
const privateKeyOf = (secret: Redacted.Redacted): KeyObject => {
  const seed = createHmac("sha256", Redacted.value(secret)).update("partner-check v1a").digest()
  return createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" })
}

const publicKeyOf = (key: KeyObject): string => {
  const bytes = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32)
  return `whpk_${bytes.toString("base64")}`
}

export const makeSigners = ({ products }: PartnerSettings) => {
  const unknown = signingKey(generateSecret())
  const own = privateKeyOf(products[0].secret)
  const keys = products.map(({ nextSecret, secret }) => ({
    secret: signingKey(secret),
    nextSecret: nextSecret === undefined ? undefined : signingKey(nextSecret)
  }))
  const secretOf = (product: Which) => keys[product]!.secret
  return {
    publicKey: publicKeyOf(own),
    keyOf: (signer: Signer, product: Which): KeyObject => {
      switch (signer) {
        case "secret":
          return secretOf(product)
        case "next_secret":
          return keys[product]!.nextSecret ?? unknown
        case "other_product":
          return secretOf(product === 0 ? 1 : 0)
        case "unknown":
          return unknown
        case "empty":
          return createSecretKey(Buffer.alloc(0))
        case "public_key":
          return own
      }
    }
  }
}
