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

/** A rule for the statuses `from` to `to`. */
interface StatusRange {
  readonly from: number
  readonly to: number
}

/** The first rule that contains the status of an answer; undefined if none does, or if there was no answer. */
export const ruleOf = <Rule extends StatusRange>(
  rules: ReadonlyArray<Rule>,
  status: number | null
): Rule | undefined =>
  status === null ? undefined : rules.find(({ from, to }) => status >= from && status <= to)

const SECONDS = /^\d{1,15}(\.\d{1,9})?$/
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** The longest wait that a database column and a `Date` can represent, in milliseconds: some 220,000 years. */
const LONGEST = 7e15

const dateIn = (text: string): number => {
  if (IMF_DATE.test(text) || RFC_850_DATE.test(text)) return Date.parse(text)
  // asctime has no zone; in HTTP it is always UTC.
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}

/**
 * The wait in milliseconds that a Retry-After header requests: seconds, with or without a fraction, or one of the three
 * HTTP dates of RFC 9110. A date in the past is 0. Null if the header is missing, negative or unreadable. `now` is
 * milliseconds since 1970.
 */
export const retryAfterMillis = (header: string | null, now: number): number | null => {
  const text = header?.trim() ?? ""
  if (SECONDS.test(text)) return Math.min(LONGEST, Math.ceil(Number(text) * 1000))
  const date = dateIn(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
