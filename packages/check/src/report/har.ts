/**
 * The calls as an HTTP Archive 1.2, which browsers' developer tools and HTTP clients open. They are masked: sizes are those
 * of what is shown, and keys are hidden.
 */
import type * as S from "@embedded-super/contracts/schemas"

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

const bytes = (text: string): number => Buffer.byteLength(text)

const queryOf = (url: string) =>
  [...new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "")].map(([name, value]) => ({ name, value }))

const mimeType = ({ headers }: S.CheckMessage): string => headers["content-type"] ?? ""

const requestOf = ({ method, request, url }: S.CheckExchange) => ({
  method,
  // Readers compare whole addresses, with their masks as browsers encode them.
  url: URL.canParse(url) ? new URL(url).href : url,
  // The kit may have used either version, and masking keeps none of the first line.
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: pairs(request.headers),
  queryString: queryOf(url),
  ...(request.body === undefined
    ? {}
    : { postData: { mimeType: mimeType(request), params: [], text: request.body } }),
  headersSize: -1,
  bodySize: -1
})

/** A call without an answer has the status 0, as in browsers, and a field of our own that says why. */
const responseOf = ({ answer = { headers: {} }, failure, status = 0 }: S.CheckExchange) => ({
  status,
  statusText: "",
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: pairs(answer.headers),
  content: {
    size: bytes(answer.body ?? ""),
    mimeType: mimeType(answer),
    ...(answer.body === undefined ? {} : { text: answer.body })
  },
  redirectURL: answer.headers["location"] ?? "",
  headersSize: -1,
  bodySize: -1,
  ...(failure === undefined ? {} : { _error: failure })
})

const entryOf = (exchange: S.CheckExchange) => ({
  startedDateTime: exchange.started_at,
  time: exchange.took_ms,
  request: requestOf(exchange),
  response: responseOf(exchange),
  cache: {},
  timings: { send: 0, wait: exchange.took_ms, receive: 0 },
  comment: [exchange.id, exchange.check, exchange.operation_id].filter((part) => part !== undefined).join(" ")
})

/** The text of evidence.har. */
export const har = ({ exchanges, kit, kit_version }: S.CheckReport): string => {
  const entries = exchanges
    .map(entryOf)
    .toSorted((a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime))
  const log = { version: "1.2", creator: { name: kit, version: kit_version }, entries }
  return `${JSON.stringify({ log }, null, 2)}\n`
}
