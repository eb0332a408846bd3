import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"

const mebibyte = 1024 * 1024

/** Limits (size and time) for reading the rest of a refused body. After them the connection is closed. */
const most = 8 * mebibyte
const longest = Duration.seconds(10)

const dropped = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  Effect.suspend(() => {
    let bytes = 0
    return request.stream.pipe(
      Stream.takeWhile((chunk) => (bytes += chunk.length) <= most),
      Stream.runDrain,
      Effect.timeoutOption(longest),
      Effect.ignore
    )
  })

/**
 * Sends the answer to an oversized body at once, then reads and discards the rest of the body.
 *
 * A connection that is closed while its client sends is reset, and the client gets a broken pipe instead of the answer.
 */
export const lingering = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  // A client that waits for 100 Continue hasn't begun to send.
  if (status !== 413 || body._tag !== "Uint8Array" || request.headers["expect"] !== undefined) return response
  const answer = Stream.concat(Stream.make(body.body), Stream.drain(Stream.fromEffect(dropped(request))))
  return HttpServerResponse.stream(answer, {
    status,
    headers,
    contentType: body.contentType,
    contentLength: body.contentLength
  })
}
