import type { components } from "@embedded-super/contracts/types/partner-api"
import { etagOf, pageOf } from "./answers.ts"
import { recordEvent, requireWebhook } from "./events.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { checkVersion, given, type MockKey, type MockProduct, type ServiceState } from "./state.ts"

type Schemas = components["schemas"]

const productOf = (state: ServiceState, id: string | undefined): MockProduct => {
  const found = state.products.find((product) => product.id === id)
  if (found === undefined) throw new Refusal("not_found")
  return found
}

const invalid = (name: string, code: string, detail: string) =>
  new Refusal("validation_failed", { detail, errors: [{ in: "body", pointer: `#/${name}`, code, detail }] })

/** A new product. */
export const addProduct = (
  state: ServiceState,
  body: Schemas["ProductCreation"],
  id: string = state.nextId()
): MockProduct => {
  const slug = body.slug ?? body.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  const data: Schemas["Product"] = {
    ...example<Schemas["ProductAnswer"]>("productCreated").data,
    ...(given(body) as object),
    id,
    slug,
    inserted_at: state.now(),
    updated_at: state.now()
  }
  const product: MockProduct = { id, data, version: 1, webhookSecret: undefined, checkReport: null }
  state.products.push(product)
  return product
}

/** An additional key of a product. */
export const addKey = (
  state: ServiceState,
  product: MockProduct,
  name: string | null,
  secret?: string
): MockKey => {
  const id = state.nextId()
  const hint = `product_sandbox_${id.slice(-8)}`
  const data: Schemas["ApiKey"] = {
    ...example<Schemas["CreatedApiKeyAnswer"]>("keyCreated").data.key,
    id,
    product_id: product.id,
    name,
    hint,
    inserted_at: state.now()
  }
  const key = { secret: secret ?? `${hint}_${"M".repeat(43)}_000000`, data }
  state.keys.push(key)
  return key
}

const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`

/** During an overlap the older secret keeps its expiry, unless the caller ends it. */
const rotatedNow = (state: ServiceState, end: string | null, endOldest: boolean) => {
  const secret_rotated_at = state.now()
  const isOverlap = end !== null && Date.parse(end) > Date.parse(secret_rotated_at)
  const later = new Date(Date.parse(secret_rotated_at) + 86_400_000).toISOString()
  return { secret_rotated_at, previous_secret_expires_at: isOverlap && !endOldest ? end : later }
}

/** Sets a product's webhook URL. The first one also creates a secret. */
export const setWebhook = (product: MockProduct, url: string, enabled = true): string | null => {
  const isFirst = product.webhookSecret === undefined
  product.webhookSecret ??= newSecret()
  const webhook = example<Schemas["ProductWebhookWithSecretAnswer"]>("webhookFirstSet").data.webhook
  product.data = {
    ...product.data,
    webhook: { ...webhook, url, enabled, status: enabled ? "active" : "off" }
  }
  product.version++
  return isFirst ? product.webhookSecret : null
}

/** The items are those of the spec's examples: only the report is the product's own. */
const checklistOf = ({ checkReport, id }: MockProduct): Schemas["GoLiveChecklistAnswer"] => {
  const name = checkReport?.verdict === "conforms" ? "goLiveReported" : "goLiveBegun"
  const shown = example<Schemas["GoLiveChecklistAnswer"]>(name)
  return { ...shown, data: { ...shown.data, product_id: id, check_report: checkReport } }
}

/** The operations of the partner's key: products, their webhook URLs and their keys. */
export const productOperations = (state: ServiceState) =>
  ({
    createProduct: ({ body }) => {
      if (body.sandboxed === false)
        throw invalid("sandboxed", "not_allowed", "A sandboxed partner has sandboxed products only.")
      if (state.products.some(({ data }) => data.slug === body.slug))
        throw invalid("slug", "not_allowed", "Another of your products has this slug.")
      const product = addProduct(state, body)
      const location = `${state.baseUrl}/api/v1/products/${product.id}`
      return {
        status: 201,
        body: { data: product.data, version: "v1" },
        headers: { ...etagOf(product), location }
      }
    },
    listProducts: ({ query }) => {
      const { items, pagination } = pageOf(state.products, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getProduct: ({ params }) => {
      const product = productOf(state, params["id"])
      return { status: 200, body: { data: product.data, version: "v1" }, headers: etagOf(product) }
    },
    updateProduct: ({ body, headers, params }) => {
      const product = productOf(state, params["id"])
      checkVersion(product, headers)
      product.data = { ...product.data, ...(given(body) as object), updated_at: state.now() }
      product.version++
      return { status: 200, body: { data: product.data, version: "v1" }, headers: etagOf(product) }
    },
    setProductWebhook: ({ body, params }) => {
      const product = productOf(state, params["id"])
      const secret = setWebhook(product, body.url, body.enabled)
      const { webhook } = product.data
      if (webhook === null) throw new Refusal("not_found")
      return {
        status: 200,
        body: { data: { webhook, secret }, version: "v1" },
        headers: { "cache-control": "no-store" }
      }
    },
    testProductWebhook: ({ body, params }) => {
      const product = productOf(state, params["id"])
      requireWebhook(product)
      const own = state.employers.filter(({ productId }) => productId === product.id)
      const employer = own.findLast(({ id }) => id === (body?.employer_id ?? id))
      if (employer === undefined && body?.employer_id !== undefined)
        throw invalid("employer_id", "not_found", "There is no such employer.")
      const tested = employer ?? { id: state.nextId(), productId: product.id, data: { remote_id: "example" } }
      recordEvent(state, tested, "employer_settings_changed")
      const { data } = state.deliveries.at(-1) as ServiceState["deliveries"][number]
      return { status: 202, body: { data, version: "v1" } }
    },
    rotateWebhookSecret: ({ body, params }) => {
      const product = productOf(state, params["id"])
      const { webhook } = product.data
      if (webhook === null) throw new Refusal("webhook_not_configured")
      const secret = newSecret()
      const rotated = {
        ...webhook,
        ...rotatedNow(state, webhook.previous_secret_expires_at, body?.end_oldest ?? false)
      }
      product.webhookSecret = secret
      product.data = { ...product.data, webhook: rotated }
      return {
        status: 200,
        body: { data: { webhook: rotated, secret }, version: "v1" },
        headers: { "cache-control": "no-store" }
      }
    },
    resumeProductWebhook: ({ params }) => {
      const product = productOf(state, params["id"])
      const { webhook } = product.data
      if (webhook === null) throw new Refusal("webhook_not_configured")
      if (webhook.status !== "paused") throw new Refusal("webhook_not_paused")
      const resumed = { ...webhook, status: "active" as const, paused_at: null, paused_because: null }
      product.data = { ...product.data, webhook: resumed }
      return { status: 202, body: { data: resumed, version: "v1" } }
    },
    setProductCheckReport: ({ body, params }) => {
      const product = productOf(state, params["id"])
      product.checkReport = body
      return { status: 200, body: checklistOf(product) }
    },
    getGoLiveChecklist: ({ params }) => ({
      status: 200,
      body: checklistOf(productOf(state, params["id"]))
    }),
    listProductKeys: ({ params, query }) => {
      const product = productOf(state, params["id"])
      const own = state.keys.map(({ data }) => data).filter(({ product_id }) => product_id === product.id)
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: [...items], pagination, version: "v1" } }
    },
    createProductKey: ({ body, params }) => {
      const product = productOf(state, params["id"])
      const working = state.keys.filter(({ data }) => data.product_id === product.id && data.active)
      if (working.length >= 2) throw new Refusal("key_limit_reached")
      const { data, secret } = addKey(state, product, body?.name ?? null)
      const location = `${state.baseUrl}/api/v1/products/${product.id}/keys/${data.id}`
      return {
        status: 201,
        body: { data: { key: data, secret }, version: "v1" },
        headers: { location, "cache-control": "no-store" }
      }
    },
    deactivateProductKey: ({ params }) => {
      const product = productOf(state, params["id"])
      const key = state.keys.find(
        ({ data }) => data.id === params["key_id"] && data.product_id === product.id
      )
      if (key === undefined) throw new Refusal("not_found")
      key.data = { ...key.data, active: false, deactivated_at: state.now() }
      return { status: 204, body: undefined }
    }
  }) satisfies Operations
