import { X509Certificate } from "node:crypto"

/** The certificates of a PEM file, without the text that programs write around them. */
export const certificatesOf = (pem: string): ReadonlyArray<string> =>
  pem.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []

const isIssuedByAnother = (pem: string): boolean => {
  const certificate = new X509Certificate(pem)
  return !certificate.checkIssued(certificate)
}

/**
 * The TLS options of connections to a fund whose profile pins these authorities (`ca_certificate`); none if it pins none. OpenSSL
 * accepts an intermediate authority as an anchor only with `allowPartialTrustChain`. It isn't set where only roots are pinned,
 * because then the error differs between a certificate that is served alone and one of another authority.
 */
export const pinnedTrust = (
  ca: string | undefined
): { readonly ca?: string; readonly allowPartialTrustChain?: boolean } =>
  ca === undefined ? {} : { ca, allowPartialTrustChain: certificatesOf(ca).some(isIssuedByAnother) }
