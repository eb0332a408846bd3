/** What the answers of several operations have in common: pages, versions, addresses of embeds. */
import type { components } from "@embedded-super/contracts/types/partner-api"
import { webhookSubjects, type WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import { Refusal } from "./Refusal.ts"
import type { MockProduct, ServiceState, Stored } from "./state.ts"

type Schemas = components["schemas"]

const base64 = (text: string): string =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

const fromBase64 = (text: string): string | undefined => {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return undefined
  }
}

const madeUp = () =>
  new Refusal("validation_failed", {
    detail: "The cursor was not issued for this list.",
    errors: [
      {
        in: "query",
        pointer: "#/after",
        code: "invalid_format",
        detail: "Take the cursor from pagination of the same list's page before."
      }
    ]
  })

/** A page of a list, newest first: `limit` and `after` of a query. A cursor that this list didn't issue is refused. */
export const pageOf = <Item extends { readonly id: string }>(
  oldestFirst: ReadonlyArray<Item>,
  query: URLSearchParams
): { readonly items: ReadonlyArray<Item>; readonly pagination: Schemas["Pagination"] } => {
  const all = oldestFirst.toReversed()
  const after = query.get("after")
  const before = after === null ? -1 : all.findIndex(({ id }) => id === fromBase64(after))
  if (after !== null && before === -1) throw madeUp()
  const limit = Number(query.get("limit") ?? 25)
  const items = all.slice(before + 1, before + 1 + limit)
  const last = items.at(-1)
  const isMore = last !== undefined && last !== all.at(-1)
  return { items, pagination: { next_cursor: isMore ? base64(last.id) : null } }
}

/** A page of the events feed, oldest first: a cursor is the number of events before it. */
export const feedOf = <Item>(own: ReadonlyArray<Item>, query: URLSearchParams) => {
  const after = query.get("after")
  const from = after === null ? 0 : Number(fromBase64(after) || Number.NaN)
  if (!Number.isInteger(from)) throw madeUp()
  const data = own.slice(from, from + Number(query.get("limit") ?? 25))
  const resume_cursor = base64(String(from + data.length))
  return {
    data,
    pagination: { next_cursor: from + data.length < own.length ? resume_cursor : null, resume_cursor }
  }
}

/** Whether an entity's value is the one that the query filters by, if it does. */
export const fits = (query: URLSearchParams, name: string, value: string | null): boolean =>
  !query.has(name) || query.get(name) === value

/** The header of an entity's version. */
export const etagOf = ({ version }: { readonly version: number }) => ({ etag: `"${version}"` })

/** An entity, with its version. */
export const entityOf = <Entity>(stored: Stored<Entity>) => ({
  status: 200 as const,
  body: { data: stored.data, version: "v1" as const },
  headers: etagOf(stored)
})

/** The address of an entity, as webhooks name it. */
export const urlOf = ({ baseUrl }: ServiceState, subject: WebhookSubjectName, id: string): string =>
  `${baseUrl}${webhookSubjects[subject].path}/${id}`

/** An entity that was made, with its version and address. */
export const createdOf = <Entity>(
  state: ServiceState,
  subject: WebhookSubjectName,
  stored: Stored<Entity>
) => ({
  status: 201 as const,
  body: { data: stored.data, version: "v1" as const },
  headers: { ...etagOf(stored), location: urlOf(state, subject, stored.id) }
})

/** A fictitious address of an embed: no page is served there. Refused without a page that may frame the embed. */
export const embedUrlOf = (state: ServiceState, product: MockProduct, path: string) => {
  if (product.data.target_origins.length === 0) throw new Refusal("target_origins_missing")
  const valid_until = new Date(Date.now() + 30 * 60_000).toISOString()
  const query = new URLSearchParams({ valid_until, nonce: state.nextId().slice(-8), signed: "m".repeat(43) })
  const embed_url = `${state.baseUrl}/embed/v1/${path}?${query.toString()}`
  return {
    status: 201 as const,
    body: { data: { embed_url, valid_until }, version: "v1" as const },
    headers: { "cache-control": "no-store" }
  }
}
