import { X509Certificate } from "node:crypto"

/** The certificates of a PEM file, without the text that programs write around them. */
export const certificatesOf = (pem: string): ReadonlyArray<string> =>
  pem.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []

const isIssuedByAnother = (pem: string): boolean => {
  const certificate = new X509Certificate(pem)
  return !certificate.checkIssued(certificate)
}

/**
 * The TLS options of connections to a fund whose profile pins these authorities (`ca_certificate`); none if it pins
 * none. OpenSSL takes an intermediate authority for an anchor only if it is told to. It isn't told where only roots are
 * pinned: then its error tells a certificate that is served alone from one of another authority.
 */
export const pinnedTrust = (
  ca: string | undefined
): { readonly ca?: string; readonly allowPartialTrustChain?: boolean } =>
  ca === undefined ? {} : { ca, allowPartialTrustChain: certificatesOf(ca).some(isIssuedByAnother) }
