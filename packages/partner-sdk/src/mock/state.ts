import type { components } from "@embedded-super/contracts/types/partner-api"
import { Refusal } from "./Refusal.ts"
import type { OperationId } from "./spec.ts"

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
  /** What the partner reported of partner-check. */
  checkReport: Schemas["ProductCheckReport"] | null
}

export interface MockKey {
  readonly secret: string
  data: Schemas["ApiKey"]
}

/** An answer before it is written to a connection. A problem has the members that don't depend on the connection. */
export interface MockAnswer {
  readonly status: number
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** The request that an Idempotency-Key was sent with, and its answer; undefined while the request runs. */
export interface Claim {
  readonly request: string
  answer: MockAnswer | undefined
}

/** A call whose key is valid, as `beforeAnswer` sees it. */
export interface AcceptedCall {
  readonly operation: OperationId
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** The product whose key was sent; undefined for the partner's key, and for operations without one. */
  readonly productId: string | undefined
}

export interface StateOptions {
  readonly baseUrl: string
  /** By default the docs that the service has itself, at `/docs`. */
  readonly docsUrl?: string | undefined
  /** By default ascending ids, the same in every run. */
  readonly nextId?: () => string
  /** Runs before an operation does: it may wait, to hold the call back, or throw a `Refusal`. */
  readonly beforeAnswer?: (call: AcceptedCall) => Promise<void> | void
  /** Whether two entities may have one `remote_id`, which the service refuses. False by default. */
  readonly sharesRemoteIds?: boolean
}

/** The state of the mocked service. */
export interface ServiceState {
  baseUrl: string
  readonly docsUrl: string
  readonly partnerKey: string
  readonly now: () => string
  readonly nextId: () => string
  readonly beforeAnswer: NonNullable<StateOptions["beforeAnswer"]>
  readonly sharesRemoteIds: boolean
  readonly products: Array<MockProduct>
  readonly keys: Array<MockKey>
  /** The public keys of webhooks. By default none: deliveries are signed with secrets alone. */
  readonly webhookKeys: Array<Schemas["WebhookKeys"]["keys"][number]>
  readonly employers: Array<Stored<Schemas["Employer"]>>
  readonly employees: Array<Stored<Schemas["Employee"]>>
  readonly sessions: Array<Stored<Schemas["OnboardingSession"]>>
  readonly intents: Array<Stored<Schemas["OnboardingSessionIntent"]>>
  readonly issues: Array<Stored<Schemas["EmployerIssue"]>>
  /** In order of occurrence. */
  readonly events: Array<Schemas["Event"]>
  /** In order of creation. */
  readonly deliveries: Array<Stored<Schemas["WebhookDelivery"]>>
  /** By product, operation and Idempotency-Key. */
  readonly claims: Map<string, Claim>
  /** The product that a key belongs to, or the partner. */
  readonly ownerOfKey: (key: string) => MockProduct | "partner" | undefined
}

/** An empty service. */
export const makeState = ({
  baseUrl,
  beforeAnswer = () => {},
  docsUrl = `${baseUrl.replace(/\/$/, "")}/docs`,
  nextId,
  sharesRemoteIds = false
}: StateOptions): ServiceState => {
  let ids = 0
  const products: Array<MockProduct> = []
  const keys: Array<MockKey> = []
  const partnerKey = `partner_sandbox_mock0000_${"M".repeat(43)}_000000`
  return {
    baseUrl: baseUrl.replace(/\/$/, ""),
    docsUrl: docsUrl.replace(/\/$/, ""),
    partnerKey,
    now: () => new Date().toISOString(),
    nextId: nextId ?? (() => `01a1fb82-8f40-7000-8000-${String(++ids).padStart(12, "0")}`),
    beforeAnswer,
    sharesRemoteIds,
    products,
    keys,
    webhookKeys: [],
    employers: [],
    employees: [],
    sessions: [],
    intents: [],
    issues: [],
    events: [],
    deliveries: [],
    claims: new Map(),
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

/** Refuses a `remote_id` that belongs to another entity; the problem names that entity. */
export const requireFree = (
  { sharesRemoteIds }: ServiceState,
  holder: { readonly id: string } | undefined
): void => {
  if (holder !== undefined && !sharesRemoteIds)
    throw new Refusal("remote_id_taken", { members: { resource_id: holder.id } })
}

/** Refuses a change if the caller's version isn't the current one. */
export const checkVersion = ({ version }: { readonly version: number }, headers: Headers): void => {
  const known = headers.get("if-match")
  if (known === null) throw new Refusal("precondition_required")
  if (known !== "*" && known !== `"${version}"`) throw new Refusal("precondition_failed")
}

/** The given properties of a body, without undefined ones. */
export const given = <Body extends object>(body: Body): Partial<Body> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<Body>
