import type { ExchangeFailure, ExchangeResult } from "../../platform/egress/exchange.ts"

const UNTRUSTED = "The fund's certificate was issued by an authority that is not trusted."
const NOT_PINNED =
  "The fund's certificate was not issued by the authority that its profile names in ca_certificate."

/** What is wrong with a certificate or a handshake, by OpenSSL's and Node's codes, for the fund's engineers. */
const tlsWords = (code: string, isPinned: boolean): string => {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return "The fund's certificate has expired."
    case "CERT_NOT_YET_VALID":
      return "The fund's certificate is not valid yet."
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "The fund's certificate is for another host name."
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return isPinned
        ? "The fund's certificate is self-signed, and not one that its profile names in ca_certificate."
        : "The fund's certificate is self-signed. Name it, or its authority, as ca_certificate in the profile."
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "CERT_SIGNATURE_FAILURE":
      return isPinned ? NOT_PINNED : UNTRUSTED
    default:
      return /PROTOCOL|VERSION/.test(code)
        ? "The fund's endpoint doesn't take TLS 1.2 or later."
        : `The TLS connection failed (${code}).`
  }
}

const words: { readonly [Failure in ExchangeFailure]: string } = {
  address_not_allowed: "The fund's host name leads to an address that is not on the public internet.",
  connect_timeout: "The fund took no connection within 3 seconds.",
  connection_reset: "The connection broke.",
  connection_refused: "Nothing listens at the fund's address.",
  invalid_answer: "The answer isn't HTTP.",
  dns_failure: "The fund's host name is not found.",
  timeout: "The answer didn't come in time.",
  tls_failure: "The TLS connection failed."
}

/** Why a call got no answer, in a sentence. */
export const connectionWords = (
  { code, failure }: Pick<ExchangeResult, "code" | "failure">,
  isPinned: boolean
): string => {
  if (failure === null) return "There was no answer."
  return failure === "tls_failure" && code !== null ? tlsWords(code, isPinned) : words[failure]
}
