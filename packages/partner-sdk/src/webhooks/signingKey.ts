import { bytesOfBase64 } from "./bytes.ts"

/** Whether this is a public key, which verifies `v1a`, and not a secret, which verifies `v1`. */
export const isPublicKey = (text: string): boolean => text.startsWith("whpk_")

/** Standard Webhooks 1.0.0: a secret has 24 to 64 bytes. Anybody can guess a short one. */
const [shortest, longest] = [24, 64]

/**
 * The key that a `whsec_` secret, or a `whpk_` public key, encodes. Throws a TypeError that says what is wrong with it, and
 * never repeats it.
 */
export const signingKey = async (text: string, usage: "sign" | "verify"): Promise<CryptoKey> => {
  if (typeof text !== "string" || text === "") {
    throw new TypeError(
      `The webhook secret is ${text === "" ? "empty" : text === undefined ? "undefined" : `no text, but ${typeof text}`}. Is the variable set that it comes from?`
    )
  }
  const bytes = bytesOfBase64(text.replace(/^wh(sec|pk)_/, ""))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(
      "A webhook secret is whsec_ followed by base64; a public key is whpk_ followed by base64."
    )
  if (!isPublicKey(text) && (bytes.length < shortest || bytes.length > longest)) {
    throw new TypeError(
      `A webhook secret holds ${shortest} to ${longest} bytes, and this one ${bytes.length}. Is it cut off?`
    )
  }
  const algorithm = isPublicKey(text) ? "Ed25519" : { name: "HMAC", hash: "SHA-256" }
  return crypto.subtle.importKey("raw", bytes, algorithm, false, [usage])
}
