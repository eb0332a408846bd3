import createFetchClient, { type Client, type Middleware } from "openapi-fetch"
import type { PartnerApiPaths } from "../types.ts"
import { retrying, type RetryOptions } from "./retrying.ts"

/**
 * A client of the partner API: `client.POST("/api/v1/employers", { body })` resolves to `{ data, error, response }`.
 */
export type PartnerClient = Client<PartnerApiPaths>

export interface ClientOptions {
  /** The service's URL, without `/api/v1`: `https://api.embedded-super.example`. */
  readonly baseUrl: string
  /**
   * A product's key, or a partner's for products and their keys. It is sent with every call; keep it on your server.
   */
  readonly apiKey: string
  /** Replaces the global `fetch`. It is called once for each try. A `fetch` of a single call is never retried. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** How calls are tried again; by default up to three times, within a minute. */
  readonly retry?: RetryOptions
}

/** Every POST of the partner API takes a key (`idempotency.test.ts` reads it in the spec). All tries send the same one. */
const idempotencyKeys: Middleware = {
  onRequest: ({ request }) => {
    if (request.method === "POST" && !request.headers.has("idempotency-key"))
      request.headers.set("idempotency-key", crypto.randomUUID())
  }
}

/**
 * Creates a client of the partner API, typed by its spec. It doesn't throw on a refusal, which is in `error`; it rejects
 * if no answer came, with a `TimeoutError` at the time limit, or with the reason of the call's `signal`.
 *
 * It sends an `Idempotency-Key` with each POST, unless the call has its own (`params.header`), and tries again what the
 * service asks it to (429, 503), or what got no answer and does nothing twice: every method but PATCH.
 */
export const createClient = ({
  apiKey,
  baseUrl,
  // Looked up at each call, because mocks replace it.
  fetch = (request) => globalThis.fetch(request),
  retry
}: ClientOptions): PartnerClient => {
  const client = createFetchClient<PartnerApiPaths>({
    baseUrl,
    headers: { "X-API-Key": apiKey },
    // Following a redirect would send the key to another address.
    redirect: "error",
    fetch: retrying(fetch, retry)
  })
  client.use(idempotencyKeys)
  return client
}
