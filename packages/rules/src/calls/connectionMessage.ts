import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { ExchangeFailure, ExchangeResult } from "@embedded-super/http-manners"
import type { CallOutcome } from "./CallOutcome.ts"

const UNTRUSTED =
  "The fund's certificate was issued by an authority that is not trusted. Serve it with all its intermediate " +
  "certificates, or name its authority as ca_certificate in the profile."
const ALONE =
  "The fund serves its certificate alone, and the authority that its profile names in ca_certificate didn't issue it. " +
  "If an intermediate authority did, serve its certificate too; otherwise serve a certificate of that authority, or name " +
  "the new authority in the profile beside the old one."
const NOT_PINNED =
  "The fund's certificate was not issued by the authority that its profile names in ca_certificate. Serve one that " +
  "was, or name the new authority in the profile beside the old one."

/** Explains a certificate or handshake error from OpenSSL's and Node's codes, for the fund's engineers. */
const tlsMessage = (code: string, isPinned: boolean): string => {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return "The fund's certificate has expired. Renew it; nothing has to be changed in the profile."
    case "CERT_NOT_YET_VALID":
      return "The fund's certificate is not valid yet. Serve one that is already valid, and check its issuer's clock."
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "The fund's certificate is for another host name. Its subject alternative names must hold the host that the profile calls."
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return isPinned
        ? "The fund's certificate is self-signed, and its profile doesn't name it in ca_certificate. Name it there."
        : "The fund's certificate is self-signed. Serve one of a public authority, or name it as ca_certificate in the profile."
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "CERT_SIGNATURE_FAILURE":
      return isPinned ? NOT_PINNED : UNTRUSTED
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return isPinned ? ALONE : UNTRUSTED
    default:
      if (/PROTOCOL|VERSION/.test(code))
        return "The fund's endpoint doesn't accept TLS 1.2 or later. Enable TLS 1.2 or 1.3."
      return /HANDSHAKE_FAILURE/.test(code)
        ? "The fund's endpoint aborted the TLS handshake. It supports none of the offered ciphers, or requires a client certificate that its profile doesn't name (mutual_tls)."
        : `The TLS connection failed (${code}).`
  }
}

const words: { readonly [Failure in ExchangeFailure]: string } = {
  address_not_allowed: "The fund's host name resolves to an address that is not on the public internet.",
  connect_timeout: "The fund accepted no connection within 3 seconds.",
  connection_reset: "The connection was lost.",
  connection_refused: "Nothing listens at the fund's address.",
  invalid_answer: "The answer isn't HTTP, or has a status that ends no call: 100, 101, or above 599.",
  dns_failure: "The fund's host name is not found.",
  timeout: "The answer didn't arrive in time.",
  tls_failure: "The TLS connection failed."
}

/** Why a call got no answer, in a sentence. */
export const connectionMessage = (
  { code, failure }: Pick<ExchangeResult, "code" | "failure">,
  isPinned: boolean
): string => {
  if (failure === null) return "There was no answer."
  return failure === "tls_failure" && code !== null ? tlsMessage(code, isPinned) : words[failure]
}

/** The TLS alerts by which an endpoint refuses the service's certificate or asks for one. */
const ABOUT_OUR_CERTIFICATE =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|ACCESS_DENIED)/

/**
 * The outcome if a fund's endpoint ended the connection because of the service's certificate; undefined if it didn't.
 */
export const certificateRefusal = (
  { code, failure }: Pick<ExchangeResult, "code" | "failure">,
  flow: FundAuthentication["flow"]
): CallOutcome<never> | undefined => {
  const alert = ABOUT_OUR_CERTIFICATE.exec(failure === "tls_failure" ? (code ?? "") : "")?.[1]
  if (alert === undefined) return undefined
  const name = alert.toLowerCase().replaceAll("_", " ")
  return flow === "mutual_tls"
    ? {
        kind: "credentials",
        words: `The fund's endpoint refused the service's certificate (TLS alert: ${name}).`
      }
    : {
        kind: "not_sent",
        words: `The fund's endpoint asks for a client certificate (TLS alert: ${name}), and its profile names ${flow}, not mutual_tls.`
      }
}
