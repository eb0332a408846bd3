/** The request of a call: where it goes, its headers and its payload, and what authorises it. */
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { callHeaders } from "@embedded-super/rules/calls/FundOperation"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { uuidV7 } from "../../exchange/uuidV7.ts"
import type { CallOptions, Credentials, FundUnderTest, Operation } from "../FundUnderTest.ts"
import { addressOf } from "../profile/loadProfile.ts"
import { authorise, type Authorised, type Signing } from "./authorise.ts"

/** That of the options; a new one for a call with an effect that names none. */
export const keyOf = (operation: Operation, { idempotencyKey }: CallOptions): string | null =>
  idempotencyKey === undefined && operation !== "lookup" ? uuidV7() : (idempotencyKey ?? null)

/** The first place of a new trace (W3C Trace Context). */
const newTraceparent = (): string =>
  `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`

export const payloadOf = (body: unknown, { payload }: CallOptions): string | Uint8Array =>
  payload ?? (body === undefined ? "" : JSON.stringify(body))

interface RequestsOf {
  readonly profile: FundProfile
  /** Headers that every call has. */
  readonly given: Readonly<Record<string, string>> | undefined
  readonly signing: () => Signing
}

export const makeRequests = ({ given, profile, signing }: RequestsOf) => {
  const urlOf = (operation: Operation): URL => {
    const address = addressOf(profile, operation)
    if (address === undefined) throw new Error(`The profile offers no ${operation} by API; see addressOf.`)
    return new URL(address)
  }

  const targetOf = (operation: Operation, { path, plainHttp = false }: CallOptions): URL => {
    const url = new URL(path ?? "", urlOf(operation))
    if (path === undefined) url.search = urlOf(operation).search
    if (plainHttp) {
      const port = url.port || "443"
      url.protocol = "http:"
      url.port = port
    }
    return url
  }

  const authorised = (operation: Operation, payload: string | Uint8Array) =>
    authorise(signing(), {
      address: addressOf(profile, operation) ?? "",
      body: typeof payload === "string" ? payload : Buffer.from(payload).toString()
    })

  /** The request of a call, with the given credentials or right ones. */
  const requestOf = Effect.fnUntraced(function* (operation: Operation, body: unknown, options: CallOptions) {
    const payload = payloadOf(body, options)
    const credentials: Authorised = options.credentials ?? (yield* authorised(operation, payload))
    const names = {
      ...callHeaders(uuidV7(), keyOf(operation, options) ?? undefined),
      traceparent: newTraceparent(),
      ...given,
      ...credentials.headers,
      ...options.headers
    }
    const headers = Object.fromEntries(
      Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
    )
    return { payload, credentials, headers, method: options.method ?? "POST" }
  })

  const requestText: FundUnderTest["requestText"] = (operation, body, options = {}) =>
    requestOf(operation, body, options).pipe(
      Effect.map(({ headers, method, payload }) => {
        const url = targetOf(operation, options)
        const text = typeof payload === "string" ? payload : Buffer.from(payload).toString()
        const all = { host: url.host, ...headers, "content-length": String(Buffer.byteLength(text)) }
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
        return {
          head: `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`,
          body: text
        }
      }),
      Effect.catchTag("NotAuthorised", () => Effect.succeed(null))
    )

  const certificateOf = (operation: Operation): Effect.Effect<Credentials["certificate"]> =>
    profile.authentication.flow === "mutual_tls"
      ? Effect.orElseSucceed(
          Effect.map(authorised(operation, ""), ({ certificate }) => certificate),
          () => null
        )
      : Effect.succeed(null)

  return { urlOf, targetOf, authorised, requestOf, requestText, certificateOf }
}

export type Requests = ReturnType<typeof makeRequests>
