import "reflect-metadata"
import * as x509 from "@peculiar/x509"
import { type KeyObject, randomBytes } from "node:crypto"
import { isIP } from "node:net"

/** Everything is signed with P-256 and SHA-256, which every TLS library of the last ten years supports. */
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

export interface Issued {
  readonly certificate: string
  readonly key: string
}

export interface Validity {
  readonly notBefore: Date
  readonly notAfter: Date
}

const toPem = (pkcs8: ArrayBuffer): string => x509.PemConverter.encode(pkcs8, "PRIVATE KEY")

const serialNumber = (): string => {
  const bytes = randomBytes(16)
  // Positive and without a leading zero, as DER requires.
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString("hex")
}

const generate = async () => {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  return { keys, pem: toPem(await crypto.subtle.exportKey("pkcs8", keys.privateKey)) }
}

/** Creates a certificate authority that may sign certificates of servers and callers, but no other authority. */
export const issueAuthority = async (name: string, validity: Validity): Promise<Issued> => {
  const { keys, pem } = await generate()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [name] }],
    ...validity,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  })
  return { certificate: certificate.toString("pem"), key: pem }
}

/** An authority that signs. */
interface Signing {
  readonly certificate: string
  readonly key: KeyObject
}

const issueEnd = async (
  authority: Signing,
  name: string,
  usage: x509.ExtendedKeyUsage,
  names: ReadonlyArray<x509.Extension>,
  validity: Validity
): Promise<Issued> => {
  const { keys, pem } = await generate()
  const issuer = new x509.X509Certificate(authority.certificate)
  const pkcs8 = authority.key.export({ type: "pkcs8", format: "der" })
  const signingKey = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"])
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [name] }],
    issuer: issuer.subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([usage]),
      ...names,
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  })
  return { certificate: certificate.toString("pem"), key: pem }
}

/** Creates a server certificate for host names and addresses. */
export const issueServer = (
  authority: Signing,
  hosts: ReadonlyArray<string>,
  validity: Validity
): Promise<Issued> => {
  const names = new x509.SubjectAlternativeNameExtension(
    hosts.map((host) => ({ type: isIP(host) === 0 ? ("dns" as const) : ("ip" as const), value: host }))
  )
  return issueEnd(authority, hosts[0] ?? "localhost", x509.ExtendedKeyUsage.serverAuth, [names], validity)
}

/** Creates the certificate by which a caller authenticates when it connects. */
export const issueCaller = (authority: Signing, name: string, validity: Validity): Promise<Issued> =>
  issueEnd(authority, name, x509.ExtendedKeyUsage.clientAuth, [], validity)
