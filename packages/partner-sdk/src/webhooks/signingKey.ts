import { bytesOfBase64 } from "./bytes.ts"

/** The key that a `whsec_` secret stands for. */
export const signingKey = (secret: string, usage: "sign" | "verify"): Promise<CryptoKey> => {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ""))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("A webhook secret is whsec_ followed by base64.")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage])
}
