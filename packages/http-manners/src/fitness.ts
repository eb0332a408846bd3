import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Refusals from "./refusals.ts"

/** The part of node:http's IncomingMessage that shows how a request was sent. */
export interface SentRequest {
  readonly httpVersion: string
  /** Names and values alternating, including headers that Node omits from `headers`. */
  readonly rawHeaders: ReadonlyArray<string>
}

const isSent = (source: object): source is SentRequest => "rawHeaders" in source && "httpVersion" in source

const hostsOf = ({ rawHeaders }: SentRequest): number => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === "host") hosts += 1
  return hosts
}

/** The RFC 9112 violation in a request that Node accepts regardless, or undefined. */
export const unfit = (request: SentRequest): string | undefined => {
  if (request.httpVersion === "0.9") return "The request line has no HTTP version."
  const hosts = hostsOf(request)
  if (hosts > 1) return "The request has more than one Host header."
  return hosts === 0 && request.httpVersion === "1.1" ? "The request has no Host header." : undefined
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
