import { Conflict, type NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { announceSettings } from "../employers/settingsChanges.ts"
import { audit, type AuditEntry } from "../platform/audit/audit.ts"
import type { Change } from "../platform/audit/changeOf.ts"
import { transactions } from "../platform/database/operation.ts"
import { Redelivery } from "../webhooks/delivery/RedeliveryRepo.ts"
import { type WebhookEndpoint, WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { webhookViews } from "../webhooks/endpoints/EndpointViewsRepo.ts"
import { WebhookDeliveries } from "../webhooks/log/WebhookDeliveries.ts"
import { noSuchProduct } from "./Products.ts"
import { productsRepo } from "./ProductsRepo.ts"
import { endpointChange, webhookUrlAdvice } from "../webhooks/endpoints/endpointChange.ts"
import type { InvalidWebhookUrl } from "../webhooks/endpoints/endpointUrl.ts"

/** A product's webhook address: its partner sets, tests and renews it with the partner's key. */
export class ProductWebhooks extends Context.Service<
  ProductWebhooks,
  {
    /** Sets the product's webhook address. Returns the signing secret only when it is made, the first time. */
    readonly set: (
      by: S.ApiKeyPrincipal,
      id: S.ProductId,
      setting: S.ProductWebhookSetting
    ) => Effect.Effect<S.ProductWebhookWithSecret, NotFound | ValidationFailed>
    /**
     * Sends `employer_settings_changed` for one of the product's employers, by default the newest, or an example if there
     * is none, and returns its delivery. It is an ordinary event, in order with the employer's own. Probes an address that
     * backs off.
     */
    readonly test: (
      by: S.ApiKeyPrincipal,
      id: S.ProductId,
      employerId: S.EmployerId | undefined
    ) => Effect.Effect<S.WebhookDelivery, Conflict | NotFound | ValidationFailed>
    /**
     * Makes a new signing secret, returned only this once. The previous secret signs for another 24 hours. During that
     * overlap, a further call ends the newest at once; with `endOldest` it ends the older one instead.
     */
    readonly rotateSecret: (
      by: S.ApiKeyPrincipal,
      id: S.ProductId,
      endOldest: boolean
    ) => Effect.Effect<S.ProductWebhookWithSecret, Conflict | NotFound>
    /**
     * Resumes a paused address, starting with the missed webhooks, unless the operator paused it. Probes an address
     * that backs off, and tries deliveries that wait for another attempt at once.
     */
    readonly resume: (
      by: S.ApiKeyPrincipal,
      id: S.ProductId
    ) => Effect.Effect<S.ProductWebhook, Conflict | NotFound>
  }
>()("@embedded-super/service/partners/ProductWebhooks") {
  static readonly layer = Layer.effect(
    ProductWebhooks,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* productsRepo
      const endpoints = yield* WebhookEndpoints
      const announce = yield* announceSettings
      const deliveries = yield* WebhookDeliveries
      const redelivery = yield* Redelivery
      const viewsOf = yield* webhookViews

      const viewOf = Effect.fnUntraced(function* (id: S.ProductId) {
        return (yield* viewsOf([id])).get(id) as S.ProductWebhook
      })

      /** The product's endpoint: the product must be the caller's own and have a webhook address. */
      const endpointOf = Effect.fnUntraced(function* (by: S.ApiKeyPrincipal, id: S.ProductId) {
        if ((yield* repo.find(by.partner_id, id)) === undefined) return yield* noSuchProduct
        return Option.getOrUndefined(yield* endpoints.find(id)) ?? (yield* notConfigured)
      })

      const record = (
        by: S.ApiKeyPrincipal,
        action: AuditEntry["action"],
        { id, productId }: WebhookEndpoint,
        change?: Change
      ) =>
        audit({
          actor: { kind: "api_key", id: by.key_id },
          action,
          partnerId: by.partner_id,
          productId,
          entity: { kind: "webhook_endpoint", id },
          ...(change === undefined ? {} : { change })
        })

      return ProductWebhooks.of({
        set: transaction("ProductWebhooks.set")(function* (by, id, setting) {
          if ((yield* repo.find(by.partner_id, id)) === undefined) return yield* noSuchProduct
          const before = Option.getOrUndefined(yield* endpoints.find(id))
          const { endpoint, secret } = yield* endpoints
            .set({ productId: id, url: setting.url, enabled: setting.enabled ?? true })
            .pipe(Effect.catchTag("InvalidWebhookUrl", (error) => Effect.fail(refusedUrl(error))))
          yield* record(by, "webhook_endpoint.set", endpoint, endpointChange(before, endpoint))
          return { webhook: yield* viewOf(id), secret: Option.getOrNull(Option.map(secret, shown)) }
        }),

        test: transaction("ProductWebhooks.test")(function* (by, id, employerId) {
          const endpoint = yield* endpointOf(by, id)
          if (!endpoint.enabled) return yield* notConfigured
          if (endpoint.pausedBecause !== null) return yield* paused(endpoint.pausedBecause)
          yield* redelivery.probe(endpoint.id)
          const eventId = Option.getOrUndefined(yield* announce(id, employerId)) ?? (yield* noSuchEmployer)
          // Switched off at the same moment: there is no delivery to return.
          return Option.getOrUndefined(yield* deliveries.find(id, eventId)) ?? (yield* notConfigured)
        }),

        rotateSecret: transaction("ProductWebhooks.rotateSecret")(function* (by, id, endOldest) {
          const endpoint = yield* endpointOf(by, id)
          const rotated = yield* endpoints.rotateSecret(id, { endOldest })
          const secret = Option.getOrUndefined(rotated) ?? (yield* notConfigured)
          yield* record(by, "webhook_secret.rotate", endpoint)
          return { webhook: yield* viewOf(id), secret: shown(secret) }
        }),

        resume: transaction("ProductWebhooks.resume")(function* (by, id) {
          const endpoint = yield* endpointOf(by, id)
          if (endpoint.pausedBecause === "operator") return yield* pausedByOperator
          if (endpoint.pausedBecause === null && !endpoint.enabled) return yield* notConfigured
          if (!(yield* redelivery.resume(endpoint.id))) return yield* notPaused
          yield* record(by, "webhook_endpoint.resume", endpoint)
          return yield* viewOf(id)
        })
      })
    })
  )
}

const shown = (secret: Redacted.Redacted) => secret as S.WebhookSecret

const refusedUrl = ({ reason }: InvalidWebhookUrl) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "Webhooks can't be sent to this address.",
    errors: [{ in: "body", pointer: "#/url", code: "not_allowed", detail: webhookUrlAdvice[reason] }]
  })

const notConfigured = new Conflict({
  code: "webhook_not_configured",
  detail:
    "The product has no webhook address, or sending to it is switched off. Set one with PUT /api/v1/products/{id}/webhook."
})

const whyPaused: Readonly<Record<NonNullable<WebhookEndpoint["pausedBecause"]>, string>> = {
  gone: "it answered 410",
  failing: "no delivery succeeded for five days",
  operator: "the operator of the service stopped it",
  unusable: "the service can no longer read it, so set it again"
}

const notPaused = new Conflict({
  code: "webhook_not_paused",
  detail:
    "Delivery to the address is active, and nothing waits for another attempt. There is nothing to resume."
})

const pausedByOperator = new Conflict({
  code: "webhook_paused",
  detail: "The operator of the service paused delivery to the address, and only they can resume it. Ask them."
})

const paused = (because: NonNullable<WebhookEndpoint["pausedBecause"]>) =>
  new Conflict({
    code: "webhook_paused",
    detail:
      `Delivery to the address is paused: ${whyPaused[because]}. ` +
      "Resume it with POST /api/v1/products/{id}/webhook/resume, or set the address again; then test it."
  })

const noSuchEmployer = new ValidationFailed({
  code: "validation_failed",
  detail: "The test webhook is about one of the product's employers.",
  errors: [
    {
      in: "body",
      pointer: "#/employer_id",
      code: "not_found",
      detail: "The product has no employer with this id."
    }
  ]
})
