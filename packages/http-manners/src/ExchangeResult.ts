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
  /** The beginning of the response's body. */
  readonly answer: Buffer | null
  /** Whether the body was longer than the read limit. */
  readonly cut: boolean
}
