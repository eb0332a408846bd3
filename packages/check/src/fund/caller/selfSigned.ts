import "reflect-metadata"
import * as x509 from "@peculiar/x509"
import { webcrypto } from "node:crypto"
import type { ClientCertificate } from "@embedded-super/rules/authentication/AuthFlow"

/** The kind of key, by the JWT algorithm that it signs. */
const algorithms = {
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  PS256: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1])
  }
} as const

/** TLS-5-4 warns of a certificate that ends soon. */
const MONTH = 30 * 24 * 3_600_000

/** A certificate that its own key signed, for a month, as PEM. `host`: of a server at this address. */
export const selfSigned = async (
  name: string,
  host?: string,
  kind: keyof typeof algorithms = "ES256"
): Promise<ClientCertificate> => {
  const algorithm = algorithms[kind]
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair
  const now = Date.now()
  const issued = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore: new Date(now - 60_000),
    notAfter: new Date(now + MONTH),
    signingAlgorithm: algorithm,
    keys,
    extensions:
      host === undefined
        ? [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]
        : [new x509.SubjectAlternativeNameExtension([{ type: "ip", value: host }])]
  })
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)
  return { cert: issued.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") }
}
