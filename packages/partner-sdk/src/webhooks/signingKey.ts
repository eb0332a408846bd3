import { bytesOfBase64 } from "./bytes.ts"

/** Whether this is a public key, which verifies `v1a`, and not a secret, which verifies `v1`. */
export const isPublicKey = (text: string): boolean => text.startsWith("whpk_")

/** The key that a `whsec_` secret, or a `whpk_` public key, encodes. */
export const signingKey = (text: string, usage: "sign" | "verify"): Promise<CryptoKey> => {
  const bytes = bytesOfBase64(text.replace(/^wh(sec|pk)_/, ""))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(
      "A webhook secret is whsec_ followed by base64; a public key is whpk_ followed by base64."
    )
  const algorithm = isPublicKey(text) ? "Ed25519" : { name: "HMAC", hash: "SHA-256" }
  return crypto.subtle.importKey("raw", bytes, algorithm, false, [usage])
}
