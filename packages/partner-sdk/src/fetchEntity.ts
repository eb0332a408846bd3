import { statedWait } from "./client/retrying.ts"
import type { EntityOf, WebhookPayload } from "./types.ts"

/** The reason why an entity wasn't fetched. */
export type NotFetched =
  /** The url isn't one of the service's: no key is sent to it. */
  | "foreign_url"
  /** There is no key for the product_id. */
  | "unknown_product"
  /** No answer came, or it took too long. */
  | "no_answer"
  /** The answer was a refusal, with `status` and `problem`. */
  | "refused"
  /** The answer was 2xx, but its body isn't an entity. */
  | "not_an_entity"

/** The error for an entity that wasn't fetched. Retry on `no_answer`, 429 and 5xx, after `retryAfterSeconds` if given. */
export class EntityNotFetched extends Error {
  override readonly name = "EntityNotFetched"
  readonly reason: NotFetched
  readonly status: number | undefined
  /** The body of a refusal (RFC 9457), if it had one. */
  readonly problem: unknown
  /** How long the service asks you to wait, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    reason: NotFetched,
    message: string,
    answer: { status?: number; problem?: unknown; retryAfterSeconds?: number | undefined } = {}
  ) {
    super(message)
    this.reason = reason
    this.status = answer.status
    this.problem = answer.problem
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

export interface FetchEntityOptions {
  /** The service's URL. A url with another origin, or outside this path, is refused. */
  readonly baseUrl: string
  /** The key of each product, by its id; or a function that finds it. */
  readonly keys:
    | Readonly<Record<string, string>>
    | ((productId: string) => string | undefined | Promise<string | undefined>)
  /** The time limit for the whole answer, in milliseconds; 10,000 by default. */
  readonly timeoutMillis?: number
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** The current state of an entity, which may be later than the event. */
export interface FetchedEntity<Entity> {
  readonly entity: Entity
  readonly status: number
  /** Its version, for an update with `If-Match`. */
  readonly etag: string | null
}

/** The URL to call, if it is one of the service's; otherwise the key would be sent to a foreign server. */
const ownUrl = (url: string, baseUrl: string): URL | undefined => {
  const base = new URL(baseUrl)
  const target = URL.canParse(url) ? new URL(url) : undefined
  const path = `${base.pathname.replace(/\/$/, "")}/api/`
  return target?.origin === base.origin &&
    target.username === "" &&
    target.password === "" &&
    target.pathname.startsWith(path)
    ? target
    : undefined
}

const keyFor = (productId: string, keys: FetchEntityOptions["keys"]) =>
  typeof keys === "function" ? keys(productId) : Object.hasOwn(keys, productId) ? keys[productId] : undefined

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Fetches the entity of a webhook, from its `url` and with the key of its product. Rejects with `EntityNotFetched`. */
export const fetchEntity = async <const Payload extends Pick<WebhookPayload, "url" | "product_id">>(
  payload: Payload,
  { baseUrl, fetch = globalThis.fetch, keys, timeoutMillis = 10_000 }: FetchEntityOptions
): Promise<FetchedEntity<EntityOf<Payload>>> => {
  const url = ownUrl(payload.url, baseUrl)
  if (url === undefined)
    throw new EntityNotFetched("foreign_url", `The url of the webhook is not below ${baseUrl}.`)
  const key = await keyFor(payload.product_id, keys)
  if (key === undefined)
    throw new EntityNotFetched("unknown_product", `There is no key for the product ${payload.product_id}.`)
  const fetchText = async () => {
    const response = await fetch(url, {
      headers: { "X-API-Key": key, Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMillis)
    })
    return { response, text: await response.text() }
  }
  const { response, text } = await fetchText().catch((cause: unknown) => {
    throw new EntityNotFetched("no_answer", `No answer came from ${url.origin}: ${String(cause)}`)
  })
  const { status } = response
  const body = parsed(text)
  const wait = statedWait(response.headers, Date.now)
  if (!response.ok)
    throw new EntityNotFetched("refused", `The service answered ${status}.`, {
      status,
      problem: body,
      retryAfterSeconds: wait === undefined ? undefined : Math.ceil(wait / 1000)
    })
  if (typeof body !== "object" || body === null || !("data" in body))
    throw new EntityNotFetched("not_an_entity", "The answer holds no data.", { status })
  return { entity: body.data as EntityOf<Payload>, status, etag: response.headers.get("etag") }
}
