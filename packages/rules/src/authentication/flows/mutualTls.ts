import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { certificatesOf } from "../../profile/certificates.ts"
import type { AuthFlow, ClientCertificate } from "../AuthFlow.ts"

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]+?-----END [A-Z ]*PRIVATE KEY-----/

/** The parts of a PEM file. The service's own certificate comes before its intermediate certificates. */
const parts = (text: string): ClientCertificate => ({
  cert: certificatesOf(text).join("\n"),
  key: PRIVATE_KEY.exec(text)?.[0] ?? ""
})

const mistakeIn = (text: string): string | undefined => {
  const { cert, key } = parts(text)
  if (cert === "" || key === "")
    return "the PEM file must hold both the service's certificate and its private key"
  if (/ENCRYPTED/.test(key)) return "the private key is locked by a passphrase"
  const belongs = Result.try(() => new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
  if (Result.isFailure(belongs)) return "the certificate or its private key can't be read"
  return belongs.success ? undefined : "the private key belongs to another certificate"
}

/** Mutual TLS: a certificate in the connection, and nothing in the request. */
export const mutualTls = (): AuthFlow => ({
  flow: "mutual_tls",
  secret: "the client certificate and its private key, as PEM",
  mistakeIn,
  authorise: () => Effect.succeed({ headers: {} }),
  clientCertificate: (secret) => parts(Redacted.value(secret))
})
