import * as Duration from "effect/Duration"

/** For name resolution, connection and TLS together. */
export const CONNECT_TIMEOUT = Duration.seconds(3)

/** The time limit of a fund's token endpoint, in milliseconds. */
export const TOKEN_TIMEOUT = 10_000

/** The headers of every request to a fund, also to its token endpoint. */
export const COMMON = { accept: "application/json", "user-agent": "Embedded-Super-Funds/1" }

/** The headers of a call, without its authentication. Operations that change nothing have no Idempotency-Key. */
export const callHeaders = (
  requestId: string,
  idempotencyKey: string | undefined
): Readonly<Record<string, string>> => ({
  ...COMMON,
  "content-type": "application/json",
  "x-request-id": requestId,
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
})
