import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Refusals from "./refusals.ts"

/** The part of node:http's IncomingMessage that shows how a request was sent. */
export interface SentRequest {
  readonly httpVersion: string
  /** The request target. */
  readonly url?: string | undefined
  /** Names and values alternating, including headers that Node omits from `headers`. */
  readonly rawHeaders: ReadonlyArray<string>
}

const isSent = (source: object): source is SentRequest => "rawHeaders" in source && "httpVersion" in source

/** The values of one header, each as it was sent. */
const valuesOf = ({ rawHeaders }: SentRequest, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[index + 1]!)
  }
  return values
}

/** A name or an address, and perhaps a port (RFC 3986, 3.2): no user, no space, no path. */
const AUTHORITY = /^(?:\[[\da-fA-F:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?$/

/** Whether URLs can be made with it: no number is beyond an address's or a port's. */
const isAuthority = (host: string): boolean => AUTHORITY.test(host) && URL.canParse(`http://${host}`)

/**
 * The body's length isn't certain, so a proxy may find another end of the request. Node takes any coding if chunked is the
 * last, and any coding in HTTP/1.0, which has none (RFC 9112, 6.1).
 */
const isFramed = (request: SentRequest): boolean => {
  const codings = valuesOf(request, "transfer-encoding")
  if (codings.length === 0) return true
  return request.httpVersion === "1.1" && codings.length === 1 && codings[0]!.toLowerCase() === "chunked"
}

/** Node also hands out the target of a proxy's request, `http://name/path`, and `*`. */
const isTarget = (target: string): boolean => target.startsWith("/") || target === "*" || URL.canParse(target)

/** The RFC 9112 violation in a request that Node accepts regardless, or undefined. */
export const unfit = (request: SentRequest): string | undefined => {
  if (request.httpVersion === "0.9") return "The request line has no HTTP version."
  const [host, ...others] = valuesOf(request, "host")
  if (others.length > 0) return "The request has more than one Host header."
  if (host === undefined && request.httpVersion === "1.1") return "The request has no Host header."
  if (host !== undefined && !isAuthority(host)) return "The Host header is not a name or an address."
  if (!isTarget(request.url ?? "/")) return "The request target is not a path or a URL."
  return isFramed(request)
    ? undefined
    : "Transfer-Encoding is something else than chunked alone, or the request is of HTTP/1.0."
}

/** Refuses requests that Node would refuse with a bare status, or would accept against RFC 9112. */
export const refuseUnfit = ({
  headers,
  source
}: HttpServerRequest.HttpServerRequest): Refusals.Refusal | undefined => {
  const wrong = isSent(source) ? unfit(source) : undefined
  if (wrong !== undefined) return { ...Refusals.malformed(wrong), headers: { connection: "close" } }
  const { expect } = headers
  return expect === undefined || expect.toLowerCase() === "100-continue"
    ? undefined
    : Refusals.expectationFailed
}
