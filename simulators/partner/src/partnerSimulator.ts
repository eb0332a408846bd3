/**
 * The partner simulator: a receiver of webhooks, as a partner's software should be (D-partner-simulator). `inbox/`
 * verifies each webhook, stores it and fetches its entity; `products/` has the products' keys and secrets; `listen/`
 * polls the events feed and forwards events to a local address; `admin/` shows the inbox. The server, the state and the
 * faults are in `simulators/kit`.
 *
 * Why the partner SDK verifies and reads the webhooks: partners see the code that they would write.
 *
 * The trap: a webhook is answered before its entity is fetched, so a test has to wait for the entity. A repeated
 * webhook is stored too, but handled once, by its `webhook-id`.
 */

import { mannered } from "@embedded-super/http-manners"
import { type Simulator, simulatorAdmin, SimulatorAdminApi } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { PartnerAdminApi, PartnerAdminHttp } from "./admin/PartnerAdmin.http.ts"
import { EntityFetcher } from "./inbox/EntityFetcher.ts"
import { Inbox } from "./inbox/Inbox.ts"
import { WebhookReceiverHttp } from "./inbox/WebhookReceiver.http.ts"
import { Products } from "./products/Products.ts"

const version = "0.1.0"

export interface PartnerSimulatorOptions {
  /** The service that entities are fetched from; if absent, any service on this machine. */
  readonly serviceUrl?: string
}

const AdminRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const products = yield* Products
    const inbox = yield* Inbox
    return simulatorAdmin({
      kind: "partner",
      name: "Wattle Payroll (simulated)",
      version,
      counts: Effect.sync(() => ({ products: products.size(), webhooks: inbox.size() })),
      // All its data was given or sent to it, so there is no example data to add.
      seed: () => Effect.void
    })
  })
).pipe(Layer.merge(HttpApiBuilder.layer(PartnerAdminApi).pipe(Layer.provide(PartnerAdminHttp))))

/**
 * A runnable partner. It serves plain http by default: it listens on this machine only, the service sends there in
 * development mode, and no additional certificate authority needs to be trusted.
 */
export const partnerSimulator = ({ serviceUrl }: PartnerSimulatorOptions = {}): Simulator => ({
  kind: "partner",
  title: "Partner simulator",
  version,
  defaultPort: 4020,
  http: true,
  routes: Layer.merge(WebhookReceiverHttp, AdminRoutes).pipe(
    Layer.provide(EntityFetcher.layer(serviceUrl)),
    Layer.provide([Products.layer, Inbox.layer])
  ),
  operationOf: (method, path) => (method === "POST" && path === "/webhooks" ? "receiveWebhook" : undefined),
  apis: [mannered(SimulatorAdminApi), mannered(PartnerAdminApi)],
  manners: { problemType: (code) => `https://docs.embedded-super.example/errors#${code}` }
})
