/** The calls that faults make besides those of the payroll. */
import type { WebhookPayload } from "@embedded-super/partner-sdk"

interface Caller {
  readonly keys: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
}

/** Calls the service with the key of the webhook's product. */
export const calling = (
  { product_id }: WebhookPayload,
  { fetch, keys }: Caller,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> => fetch(url, { method, headers: { ...headers, "X-API-Key": keys[product_id] ?? "" } })

/** Creates the session of an intent. */
export const converting = (
  payload: WebhookPayload,
  caller: Caller,
  idempotencyKey: string
): Promise<Response> =>
  calling(payload, caller, "POST", `${payload.url}/onboarding-session`, { "Idempotency-Key": idempotencyKey })

/** Whether a call creates the session of an intent. */
export const isConversion = ({ method, url }: Request): boolean =>
  method === "POST" && url.endsWith("/onboarding-session")

/** The same call with another Idempotency-Key, if it creates the session of an intent. */
export const withIdempotencyKey = (request: Request, key: string): Request => {
  if (!isConversion(request)) return request
  const headers = new Headers(request.headers)
  headers.set("Idempotency-Key", key)
  return new Request(request, { headers })
}
