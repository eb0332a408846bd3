import {
  type Conflict,
  NotFound,
  type PreconditionFailed,
  type PreconditionRequired,
  ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { linkToSimulatedFunds } from "../funds/FundLinksRepo.ts"
import { audit, caller } from "../platform/audit/audit.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { Settings } from "../platform/config/Settings.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { now, toTimestamp } from "../platform/time/timestamp.ts"
import { checkIfMatch, type Versioned } from "../platform/versions/ifMatch.ts"
import { webhookViews } from "../webhooks/endpoints/EndpointViewsRepo.ts"
import { type AuditedProduct, productChange, readLook } from "./productLook.ts"
import { productsRepo, type StoredProduct } from "./ProductsRepo.ts"
import { freeSlug } from "./Partners.ts"

/** The product doesn't exist, or belongs to another partner. */
export const noSuchProduct = new NotFound({
  code: "not_found",
  detail: "The partner has no product with this id."
})

/** The products of a partner: each has its own employers, keys and webhook address. */
export class Products extends Context.Service<
  Products,
  {
    /**
     * Makes a product. A sandboxed product is linked to every simulated fund, so that it can onboard an employee at
     * once.
     */
    readonly create: (
      partnerId: S.PartnerId,
      input: S.ProductCreation
    ) => Effect.Effect<Versioned<S.Product>, Conflict | ValidationFailed>
    readonly get: (partnerId: S.PartnerId, id: S.ProductId) => Effect.Effect<Versioned<S.Product>, NotFound>
    readonly list: (
      partnerId: S.PartnerId,
      request: PageRequest
    ) => Effect.Effect<Page<S.Product>, ValidationFailed>
    readonly update: (
      partnerId: S.PartnerId,
      id: S.ProductId,
      ifMatch: S.EntityTag | undefined,
      change: S.ProductChange
    ) => Effect.Effect<
      Versioned<S.Product>,
      NotFound | PreconditionFailed | PreconditionRequired | ValidationFailed
    >
  }
>()("@embedded-super/service/partners/Products") {
  static readonly layer = Layer.effect(
    Products,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* productsRepo
      const viewsOf = yield* webhookViews
      const settings = yield* Settings

      const present = Effect.fnUntraced(function* (products: ReadonlyArray<StoredProduct>) {
        const views = yield* viewsOf(products.map(({ id }) => id))
        return products.map((product) => presentProduct(product, views.get(product.id) ?? null))
      })

      const versioned = Effect.fnUntraced(function* (product: StoredProduct) {
        const [data] = yield* present([product])
        return { data: data as S.Product, version: product.version }
      })

      const found = Effect.fnUntraced(function* (partnerId: S.PartnerId, id: S.ProductId) {
        return (yield* repo.find(partnerId, id)) ?? (yield* noSuchProduct)
      })

      const record = Effect.fnUntraced(function* (
        action: "product.create" | "product.update",
        before: AuditedProduct | undefined,
        after: AuditedProduct
      ) {
        yield* audit({
          actor: yield* caller,
          action,
          partnerId: after.partner_id,
          productId: after.id,
          entity: { kind: "product", id: after.id },
          change: productChange(before, after)
        })
      })

      return Products.of({
        create: transaction("Products.create")(function* (partnerId, input) {
          if (input.sandboxed === false && !(yield* repo.mayBeLive(partnerId))) return yield* sandboxOnly
          const at = yield* now
          const product = {
            id: (yield* newId) as S.ProductId,
            partner_id: partnerId,
            name: input.name,
            slug: input.slug ?? freeSlug(input.name, yield* repo.slugs(partnerId)),
            sandboxed: input.sandboxed ?? true,
            ...(yield* readLook(input, NO_LOOK, settings)),
            technical_contact_email: input.technical_contact_email ?? null,
            abandonment_policy: input.abandonment_policy ?? "none",
            tfn_access_enabled: false,
            version: 1,
            inserted_at: at,
            updated_at: at
          } satisfies Omit<StoredProduct, "employer_issue_webhooks_enabled">
          if (!(yield* repo.insert(product))) return yield* slugTaken
          yield* linkToSimulatedFunds(product.id)
          yield* record("product.create", undefined, product)
          return yield* versioned(
            yield* found(partnerId, product.id).pipe(Effect.catchTag("NotFound", Effect.die))
          )
        }),

        get: operation("Products.get")(function* (partnerId, id) {
          return yield* versioned(yield* found(partnerId, id))
        }),

        list: operation("Products.list")(function* (partnerId, request) {
          const before = yield* idOfCursor("products", request.after)
          const rows = yield* repo.page(partnerId, { before, limit: request.limit })
          const { items, pagination } = pageOf("products", rows, request.limit)
          return { items: yield* present(items), pagination }
        }),

        update: transaction("Products.update")(function* (partnerId, id, ifMatch, change) {
          const refused = READ_ONLY.filter((field) => change[field] !== undefined)
          if (refused.length > 0) return yield* setByOperator(refused)
          const product = (yield* repo.lock(partnerId, id)) ?? (yield* noSuchProduct)
          yield* checkIfMatch(ifMatch, product.version)
          const changed = {
            ...changedBy(change, product),
            ...(yield* readLook(change, product, settings)),
            version: product.version + 1,
            updated_at: yield* now
          }
          yield* repo.update(changed)
          yield* record("product.update", product, changed)
          return yield* versioned(changed)
        })
      })
    })
  )
}

/** A new product's embeds show no help and the service's own colour, and no page may frame them. */
const NO_LOOK = { target_origins: [], help_url: null, help_email: null, accent: null }

/** The product with the fields of the body that aren't its look; null empties a field. */
const changedBy = (change: S.ProductChange, product: StoredProduct): StoredProduct => {
  const { abandonment_policy, name, technical_contact_email } = change
  return {
    ...product,
    abandonment_policy: abandonment_policy ?? product.abandonment_policy,
    name: name ?? product.name,
    technical_contact_email:
      technical_contact_email === undefined ? product.technical_contact_email : technical_contact_email
  }
}

/** Fields that a product shows and only the operator sets. */
const READ_ONLY = ["employer_issue_webhooks_enabled", "tfn_access_enabled"] as const

const setByOperator = (fields: ReadonlyArray<(typeof READ_ONLY)[number]>) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "The operator of the service sets this, not the partner.",
    errors: fields.map((field) => ({
      in: "body" as const,
      pointer: `#/${field}`,
      code: "read_only" as const,
      detail: `${field} is read-only. Ask the operator of the service to change it.`
    }))
  })

const sandboxOnly = new ValidationFailed({
  code: "validation_failed",
  detail: "A sandboxed partner has sandboxed products only.",
  errors: [{ in: "body", pointer: "#/sandboxed", code: "not_allowed", detail: "Leave it out, or give true." }]
})

const slugTaken = new ValidationFailed({
  code: "validation_failed",
  detail: "Another of your products has this slug.",
  errors: [{ in: "body", pointer: "#/slug", code: "not_allowed", detail: "Choose another, or leave it out." }]
})

const presentProduct = (product: StoredProduct, webhook: S.ProductWebhook | null): S.Product => ({
  id: product.id,
  partner_id: product.partner_id,
  name: product.name,
  slug: product.slug,
  sandboxed: product.sandboxed,
  target_origins: product.target_origins,
  help_url: product.help_url,
  help_email: product.help_email,
  accent: product.accent,
  technical_contact_email: product.technical_contact_email,
  abandonment_policy: product.abandonment_policy,
  tfn_access_enabled: product.tfn_access_enabled,
  employer_issue_webhooks_enabled: product.employer_issue_webhooks_enabled,
  webhook,
  inserted_at: toTimestamp(product.inserted_at),
  updated_at: toTimestamp(product.updated_at)
})
