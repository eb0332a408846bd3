import createFetchClient, { type Client } from "openapi-fetch"
import type { PartnerApiPaths } from "./types.ts"

/** Calls the partner API: `client.POST("/api/v1/employers", { body })` answers `{ data, error, response }`. */
export type PartnerClient = Client<PartnerApiPaths>

export interface ClientOptions {
  /** Of the service, without `/api/v1`: `https://api.embedded-super.example`. */
  readonly baseUrl: string
  /** A product's key, or a partner's for products and their keys. It is sent with every call; keep it on your server. */
  readonly apiKey: string
  /** Instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Makes a client of the partner API, typed by its spec. It neither retries nor throws for a refusal: that is in `error`.
 * Give a POST an `Idempotency-Key` (`params.header`) and send it again with the same one if no answer came.
 */
export const createClient = ({ apiKey, baseUrl, fetch }: ClientOptions): PartnerClient =>
  createFetchClient<PartnerApiPaths>({
    baseUrl,
    headers: { "X-API-Key": apiKey },
    // A redirect would carry the key to wherever it points.
    redirect: "error",
    ...(fetch === undefined ? {} : { fetch })
  })
