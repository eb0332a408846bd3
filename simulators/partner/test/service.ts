/** The service from the partner simulator's view: it sends signed webhooks, and answers fetches with the right key. */
import { signWebhook } from "@embedded-super/partner-sdk"
import { askAt } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

export const productId = "bffc9067-28ee-4381-a0f2-92fae25d9f83"
export const otherProductId = "01a0f4c2-c400-7000-8000-000000000002"

const keyOf = (shortId: string) => `product_sandbox_${shortId}_${"A".repeat(43)}_000000`

export const keys: Readonly<Record<string, string>> = {
  [productId]: keyOf("8fK2mQ4z"),
  [otherProductId]: keyOf("1dY7wE0b")
}

export const secrets: Readonly<Record<string, string>> = {
  [productId]: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  [otherProductId]: `whsec_${"B".repeat(43)}=`
}

export interface Fetch {
  readonly path: string | undefined
  readonly key: unknown
}

export interface Service {
  readonly url: string
  /** Every call received, in order. */
  readonly fetches: Array<Fetch>
  /** Statuses of the first answers. */
  readonly failFirst: Array<number>
}

const listen = (server: Server) =>
  Effect.callback<string>((resume) => {
    server.listen(0, "127.0.0.1", () =>
      resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    )
  })

/** Starts a service that is stopped when the scope closes. */
export const startService = Effect.acquireRelease(
  Effect.gen(function* () {
    const fetches: Array<Fetch> = []
    const failFirst: Array<number> = []
    const server = createServer((request, response) => {
      fetches.push({ path: request.url, key: request.headers["x-api-key"] })
      const status = failFirst.shift() ?? 200
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(status === 200 ? { data: { id: "1", path: request.url }, version: "v1" } : {}))
    })
    return { url: yield* listen(server), fetches, failFirst, server }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

const spaced = Schedule.spaced("20 millis")

let events = 0

/** A new event, for an employer of the service. */
export const anEvent = (serviceUrl: string, change: Readonly<Record<string, unknown>> = {}) => {
  const id = `c2bc0c04-6b98-4333-91a6-${String(++events).padStart(12, "0")}`
  return {
    subject: "employer",
    event: "employer_settings_changed",
    id,
    remote_id: "1234",
    url: `${serviceUrl}/api/v1/employers/${id}`,
    product_id: productId,
    inserted_at: "2026-11-21T00:00:00Z",
    version: "v1",
    ...change
  }
}

export interface Sending {
  readonly webhookId?: string
  readonly secret?: string
  readonly at?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Delivers an event to a simulator, as the service does. */
export const deliver = (simulatorUrl: string, payload: object, sending: Sending = {}) =>
  Effect.gen(function* () {
    const body = JSON.stringify(payload)
    const id = sending.webhookId ?? `msg_01a1fb8d-9f48-7000-8000-${String(++events).padStart(12, "0")}`
    const secret = sending.secret ?? secrets[productId] ?? ""
    const signed = yield* Effect.promise(() =>
      signWebhook({ id, body, ...(sending.at === undefined ? {} : { at: sending.at }) }, secret)
    )
    return yield* askAt(simulatorUrl, {
      path: "/webhooks",
      body,
      headers: sending.headers ?? { ...signed, "user-agent": "EmbeddedSuper-Webhooks/1" }
    })
  })

/** Sends a simulator the products' keys and secrets. */
export const configure = (simulatorUrl: string) =>
  Effect.forEach([productId, otherProductId], (id) =>
    askAt(simulatorUrl, {
      method: "PUT",
      path: `/_simulator/products/${id}`,
      body: { key: keys[id], webhook_secret: secrets[id] }
    })
  )

/** The inbox, newest first. */
export const inboxOf = (simulatorUrl: string) =>
  Effect.map(
    askAt(simulatorUrl, { path: "/_simulator/webhooks?limit=100" }),
    ({ json }) => json.data as Array<any>
  )

/** Polls until the simulator has finished its work after an answer. */
export const until = <A, E>(look: Effect.Effect<A | undefined, E>): Effect.Effect<A, E | "not yet"> =>
  look.pipe(
    Effect.filterOrFail(
      (found) => found !== undefined,
      () => "not yet" as const
    ),
    Effect.retry(spaced)
  )
