import "reflect-metadata"
import * as x509 from "@peculiar/x509"
import { webcrypto } from "node:crypto"

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])

const issued = await x509.X509CertificateGenerator.createSelfSigned({
  name: [{ CN: ["embedded-super"] }],
  signingAlgorithm: algorithm,
  keys: keys as CryptoKeyPair,
  extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]
})

/** A client certificate that its own key signed, with the name that a right one may have. It is new in each run. */
export const certificate = {
  cert: issued.toString("pem"),
  key: x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY")
}
