import type { components } from "@embedded-super/contracts/types/partner-api"
import { Refusal } from "./Refusal.ts"

type Schemas = components["schemas"]

/** An entity, its owner, and its version (the number of changes). */
export interface Stored<Entity> {
  readonly id: string
  readonly productId: string
  data: Entity
  version: number
}

/** A product, its keys, and its webhook secret. */
export interface MockProduct {
  readonly id: string
  data: Schemas["Product"]
  version: number
  webhookSecret: string | undefined
}

export interface MockKey {
  readonly secret: string
  data: Schemas["ApiKey"]
}

/** The state of the mocked service. */
export interface World {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly partnerKey: string
  readonly now: () => string
  /** Ascending ids, the same in every run. */
  readonly nextId: () => string
  readonly products: Array<MockProduct>
  readonly keys: Array<MockKey>
  readonly employers: Array<Stored<Schemas["Employer"]>>
  readonly employees: Array<Stored<Schemas["Employee"]>>
  readonly sessions: Array<Stored<Schemas["OnboardingSession"]>>
  readonly intents: Array<Stored<Schemas["OnboardingSessionIntent"]>>
  readonly issues: Array<Stored<Schemas["EmployerIssue"]>>
  /** In order of occurrence. */
  readonly events: Array<Schemas["Event"]>
  /** In order of creation. */
  readonly deliveries: Array<Stored<Schemas["WebhookDelivery"]>>
  /** Stored answers, by operation and Idempotency-Key. */
  readonly replays: Map<string, Response>
  /** The product that a key belongs to, or the partner. */
  readonly ownerOfKey: (key: string) => MockProduct | "partner" | undefined
}

/** An empty service. */
export const makeWorld = (baseUrl: string, docsUrl = `${baseUrl.replace(/\/$/, "")}/docs`): World => {
  let ids = 0
  const products: Array<MockProduct> = []
  const keys: Array<MockKey> = []
  const partnerKey = `partner_sandbox_mock0000_${"M".repeat(43)}_000000`
  return {
    baseUrl: baseUrl.replace(/\/$/, ""),
    docsUrl: docsUrl.replace(/\/$/, ""),
    partnerKey,
    now: () => new Date().toISOString(),
    nextId: () => `01a1fb82-8f40-7000-8000-${String(++ids).padStart(12, "0")}`,
    products,
    keys,
    employers: [],
    employees: [],
    sessions: [],
    intents: [],
    issues: [],
    events: [],
    deliveries: [],
    replays: new Map(),
    ownerOfKey: (key) => {
      if (key === partnerKey) return "partner"
      const found = keys.find(({ data, secret }) => secret === key && data.active)
      return products.find(({ id }) => id === found?.data.product_id)
    }
  }
}

/** One of a product's own entities; an entity of another product isn't found. */
export const ownOf = <Entity>(
  all: ReadonlyArray<Stored<Entity>>,
  product: MockProduct,
  id: string | undefined
): Stored<Entity> => {
  const found = all.find((stored) => stored.id === id && stored.productId === product.id)
  if (found === undefined) throw new Refusal("not_found")
  return found
}

/** A page of a list, newest first: `limit` and `after` from a query. */
export const pageOf = <Item extends { readonly id: string }>(
  oldestFirst: ReadonlyArray<Item>,
  query: URLSearchParams
): { readonly items: ReadonlyArray<Item>; readonly pagination: Schemas["Pagination"] } => {
  const all = oldestFirst.toReversed()
  const after = query.get("after")
  const start = after === null ? 0 : all.findIndex(({ id }) => id === atob(after)) + 1
  const limit = Number(query.get("limit") ?? 25)
  const items = all.slice(start, start + limit)
  const last = items.at(-1)
  const next = all.length > start + limit && last !== undefined ? btoa(last.id).replace(/=+$/, "") : null
  return { items, pagination: { next_cursor: next } }
}

/** Headers of an entity's version, and of a new entity. */
export const etagOf = ({ version }: { readonly version: number }) => ({ etag: `"${version}"` })

/** Refuses a change if the caller's version isn't the current one. */
export const checkVersion = ({ version }: { readonly version: number }, headers: Headers): void => {
  const known = headers.get("if-match")
  if (known === null) throw new Refusal("precondition_required")
  if (known !== "*" && known !== `"${version}"`) throw new Refusal("precondition_failed")
}

/** The given properties of a body, without undefined ones. */
export const given = <Body extends object>(body: Body): Partial<Body> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<Body>
