/** Why an attempt got no complete response: the `error` in the record of a webhook's delivery. */
export type ExchangeFailure =
  | "address_not_allowed"
  | "connect_timeout"
  | "connection_reset"
  | "connection_refused"
  | "invalid_answer"
  | "dns_failure"
  | "timeout"
  | "tls_failure"

/** The result of one attempt: a response's status, or the reason why there was none. */
export interface ExchangeResult {
  readonly status: number | null
  readonly failure: ExchangeFailure | null
  /** The system's own code of the failure, such as CERT_HAS_EXPIRED; null if there is none. */
  readonly code: string | null
  /**
   * Whether a connection existed and bytes of the request may have been sent: if not, the receiver has seen nothing.
   */
  readonly begun: boolean
  readonly retryAfter: string | null
  /** The header Content-Encoding, if there is one. */
  readonly contentEncoding?: string
  /** The beginning of the response's body. */
  readonly answer: Buffer | null
  /** Whether the body was longer than the read limit. */
  readonly cut: boolean
}

const codes: Readonly<Record<string, ExchangeFailure>> = {
  /** Of the service's connector, which refuses addresses inside its network. */
  BLOCKED_ADDRESS: "address_not_allowed",
  ENOTFOUND: "dns_failure",
  EAI_AGAIN: "dns_failure",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  UND_ERR_CONNECT_TIMEOUT: "connect_timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "invalid_answer"
}

/** The failure that an error of Node or undici means. */
export const exchangeFailureOf = (error: unknown): ExchangeFailure => {
  const { code = "", message, name } = error as Partial<Record<"code" | "message" | "name", string>>
  const known = codes[code]
  if (known !== undefined) return known
  // undici ends the connection at a 100 or 101, which it never asks for (nodejs/undici#197).
  const isUnasked = code === "UND_ERR_SOCKET" && /^bad (?:response|upgrade)$/.test(message ?? "")
  if (name === "HTTPParserError" || isUnasked) return "invalid_answer"
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code) ? "tls_failure" : "connection_reset"
}
