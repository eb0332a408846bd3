import createFetchClient, { type Client } from "openapi-fetch"
import type { PartnerApiPaths } from "./types.ts"

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
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client of the partner API, typed by its spec. It neither retries nor throws on a refusal, which is in
 * `error`. Give a POST an `Idempotency-Key` (`params.header`), and send it again with the same key if no answer
 * arrives.
 */
export const createClient = ({ apiKey, baseUrl, fetch }: ClientOptions): PartnerClient =>
  createFetchClient<PartnerApiPaths>({
    baseUrl,
    headers: { "X-API-Key": apiKey },
    // Following a redirect would send the key to another address.
    redirect: "error",
    ...(fetch === undefined ? {} : { fetch })
  })
