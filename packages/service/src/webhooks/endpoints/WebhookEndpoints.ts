/**
 * Webhook endpoints: the address of each product's webhooks, and the keys that sign them. `endpointUrl` checks an
 * address, `EndpointSecrets` has the HMAC secrets of an endpoint, `WebhookKeys` has the Ed25519 keys of a partner, and
 * `packages/rules` makes the signatures (D-webhook-signatures). `EndpointViewsRepo` reads the partners' view,
 * `WebhookOperations` is for operators.
 *
 * Why two checks of an address: the check at registration can't know the IP addresses that the name will resolve to.
 * `platform/egress` checks these at each connection (D-webhook-address).
 *
 * The trap: each change of an endpoint or of its secrets increments the endpoint's `version`. A worker that sees a new
 * version sends nothing more until it has read the new address and keys. Also, a new address doesn't resume an endpoint
 * that the operator paused.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Settings } from "../../platform/config/Settings.ts"
import { newId } from "../../platform/ids/newId.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { endpointsRepo } from "./EndpointsRepo.ts"
import { acceptWebhookUrl, egressPolicy, type InvalidWebhookUrl } from "./endpointUrl.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** The address of a product's webhooks. */
export interface WebhookEndpoint {
  readonly id: string
  readonly productId: string
  /** In its normal form: a host with non-ASCII letters is in punycode. */
  readonly url: string
  readonly enabled: boolean
  /** Set while nothing is sent although the endpoint is enabled; events of that time are kept for it. */
  readonly pausedAt: Date | null
  readonly pausedBecause: "gone" | "failing" | "operator" | "unusable" | null
  readonly version: number
  readonly insertedAt: Date
  readonly updatedAt: Date
}

/** The webhook endpoint of each product: its address and its secrets. */
export class WebhookEndpoints extends Context.Service<
  WebhookEndpoints,
  {
    readonly find: (productId: string) => Effect.Effect<Option.Option<WebhookEndpoint>, SqlError>
    /**
     * Sets the address of a product's webhooks. The first call makes the signing secret and returns it; later calls
     * keep the secret and return none. Unless the operator paused the endpoint, it is resumed: waiting deliveries are
     * tried at once.
     */
    readonly set: (options: {
      readonly productId: string
      readonly url: string
      readonly enabled?: boolean
    }) => Effect.Effect<
      { readonly endpoint: WebhookEndpoint; readonly secret: Option.Option<Redacted.Redacted> },
      InvalidWebhookUrl | SqlError
    >
    /** Replaces the signing secret, like `EndpointSecrets.replace`. Returns none if the product has no endpoint. */
    readonly rotateSecret: (
      productId: string,
      options?: { readonly endOldest: boolean }
    ) => Effect.Effect<Option.Option<Redacted.Redacted>, SqlError>
  }
>()("@embedded-super/service/webhooks/WebhookEndpoints") {
  static readonly layerNoDeps = Layer.effect(
    WebhookEndpoints,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* endpointsRepo
      const secrets = yield* EndpointSecrets
      const policy = egressPolicy(yield* Settings)
      const queue = yield* queues.webhookEndpoints
      const redelivery = yield* Redelivery

      const find = Effect.fn("WebhookEndpoints.find")(function* (productId: string) {
        return Option.fromUndefinedOr(yield* repo.find(productId))
      })

      return WebhookEndpoints.of({
        find,

        set: Effect.fn("WebhookEndpoints.set")(function* ({ productId, url, enabled = true }) {
          const accepted = yield* Effect.fromResult(acceptWebhookUrl(url, policy))
          const id = yield* newId
          const write = Effect.gen(function* () {
            const endpoint = yield* repo.put(id, productId, accepted, enabled)
            if (endpoint === undefined)
              return yield* Effect.die(new Error("An endpoint that was written isn't there"))
            const secret = endpoint.id === id ? Option.some(yield* secrets.replace(endpoint)) : Option.none()
            yield* queue.offer({ endpoint_id: endpoint.id })
            if (endpoint.pausedBecause === "operator") return { endpoint, secret }
            yield* redelivery.resume(endpoint.id)
            return { endpoint: { ...endpoint, pausedAt: null, pausedBecause: null }, secret }
          })
          return yield* sql.withTransaction(write)
        }),

        rotateSecret: Effect.fn("WebhookEndpoints.rotateSecret")(function* (productId, options) {
          const endpoint = yield* find(productId)
          if (Option.isNone(endpoint)) return Option.none()
          return Option.some(yield* secrets.replace(endpoint.value, options))
        })
      })
    })
  )

  static readonly layer = WebhookEndpoints.layerNoDeps.pipe(
    Layer.provide([EndpointSecrets.layer, Redelivery.layer])
  )
}
