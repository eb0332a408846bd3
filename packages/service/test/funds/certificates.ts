import "reflect-metadata"
import * as x509 from "@peculiar/x509"
import * as Effect from "effect/Effect"
import { KeyObject } from "node:crypto"

type Curve = "P-256" | "P-384"
const signing = { name: "ECDSA", hash: "SHA-256" }

const newKeys = (namedCurve: Curve = "P-256") =>
  crypto.subtle.generateKey({ name: "ECDSA", namedCurve }, true, ["sign", "verify"])

const pemOf = (key: CryptoKey) => KeyObject.from(key).export({ format: "pem", type: "pkcs8" }).toString()

interface Signer {
  readonly name: string
  readonly key: CryptoKey
}

/**
 * An authority that issues certificates for tests: its own certificate, as a profile pins it, `issue`, and itself as the
 * signer of an intermediate authority.
 */
export const anAuthority = (name: string, above?: Signer) =>
  Effect.promise(async () => {
    const keys = await newKeys()
    const own = await x509.X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer: above?.name ?? `CN=${name}`,
      notBefore: new Date("2020-01-01"),
      notAfter: new Date("2099-01-01"),
      publicKey: keys.publicKey,
      signingKey: above?.key ?? keys.privateKey,
      signingAlgorithm: signing,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)
      ]
    })
    const issue = ({
      curve,
      host = "127.0.0.1",
      until = new Date("2099-01-01")
    }: { readonly curve?: Curve; readonly host?: string; readonly until?: Date } = {}) =>
      Effect.promise(async () => {
        const server = await newKeys(curve)
        const type = /^[\d.]+$/.test(host) ? "ip" : "dns"
        const made = await x509.X509CertificateGenerator.create({
          subject: `CN=${host}`,
          issuer: own.subject,
          notBefore: new Date("2020-01-01"),
          notAfter: until,
          publicKey: server.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: signing,
          extensions: [new x509.SubjectAlternativeNameExtension([{ type, value: host }])]
        })
        return { cert: made.toString("pem"), key: pemOf(server.privateKey) }
      })
    const signer: Signer = { name: own.subject, key: keys.privateKey }
    return { pem: `${own.toString("pem").trim()}\n`, issue, signer }
  })

/** A self-signed certificate for 127.0.0.1, with its key. */
export const aSelfSigned = Effect.promise(async () => {
  const keys = await newKeys()
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=127.0.0.1",
    notBefore: new Date("2020-01-01"),
    notAfter: new Date("2099-01-01"),
    keys,
    signingAlgorithm: signing,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: "ip", value: "127.0.0.1" }])]
  })
  return { cert: `${own.toString("pem").trim()}\n`, key: pemOf(keys.privateKey) }
})
