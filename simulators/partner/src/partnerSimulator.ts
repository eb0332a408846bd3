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
