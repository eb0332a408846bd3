import * as Effect from "effect/Effect"
import { createServer as createHttp, type RequestListener } from "node:http"
import { createServer as createTls } from "node:https"
import type { AddressInfo } from "node:net"
import type { TlsOptions } from "node:tls"

/** A call from the fund's view. `now` is the fund's time in milliseconds: the scene's clock. */
export interface SceneCall {
  readonly now: number
  /** Counted from 1, over all calls. */
  readonly nth: number
  readonly credential: string
  /** Whether the fund already did the work that this call requests. */
  readonly isRepeat: boolean
}

/** The fund's reaction to a call. */
export type Play =
  | { readonly play: "accept" }
  | { readonly play: "answer"; readonly status: number; readonly retryAfter?: string }
  /** Does the work, and breaks the connection before the answer. */
  | { readonly play: "reset after the work" }

export const accept: Play = { play: "accept" }

/**
 * A fund that recognises a repeat only by its Idempotency-Key: two calls with two keys create two members, even for the
 * same person. It counts calls and members.
 */
export const sceneFund = (now: () => number, react: (call: SceneCall) => Play, tls?: TlsOptions) =>
  Effect.gen(function* () {
    const byKey = new Map<string, string>()
    const people = new Map<string, number>()
    const seen = { calls: 0 }

    const listener: RequestListener = (request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
        const key = String(request.headers["idempotency-key"])
        seen.calls += 1
        const given = react({
          now: now(),
          nth: seen.calls,
          credential: String(request.headers["x-auth-key"]),
          isRepeat: byKey.has(key)
        })
        if (given.play === "answer") {
          const { retryAfter, status } = given
          response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter })
          return response.end()
        }
        const isNew = !byKey.has(key)
        if (isNew) {
          byKey.set(key, `M-${String(byKey.size + 1).padStart(6, "0")}`)
          const person = String(body["tfn"] ?? body["abn"])
          people.set(person, (people.get(person) ?? 0) + 1)
        }
        if (given.play === "reset after the work") return request.socket.resetAndDestroy()
        response.writeHead(isNew ? 201 : 200, { "content-type": "application/json" })
        response.end(JSON.stringify({ member_details: { member_number: byKey.get(key) } }))
      })
    }
    const secure = tls === undefined ? undefined : createTls(tls, listener)
    const server = secure ?? createHttp(listener)
    server.on("tlsClientError", () => {})
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return {
      origin: `${secure === undefined ? "http" : "https"}://127.0.0.1:${port}`,
      calls: () => seen.calls,
      /** The number of people or employers who were entered more than once. */
      twice: () => [...people.values()].filter((count) => count > 1).length,
      entered: () => people.size,
      /** The fund's answer to an operator who asks for the member number of a key. */
      numberOf: (key: string) => byKey.get(key),
      /** Replaces the certificate from now on. */
      renew: (options: TlsOptions) => secure?.setSecureContext(options)
    }
  })
export type SceneFund = Effect.Success<ReturnType<typeof sceneFund>>
