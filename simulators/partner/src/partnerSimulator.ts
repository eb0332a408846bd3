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
  /** The service whose entities are fetched; left out, whatever runs on this machine. */
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
      // All that it holds was given to it or sent to it: there is no example to add.
      seed: () => Effect.void
    })
  })
).pipe(Layer.merge(HttpApiBuilder.layer(PartnerAdminApi).pipe(Layer.provide(PartnerAdminHttp))))

/**
 * A runnable partner. It speaks plain http unless told otherwise: it listens on this machine alone, the service sends
 * there in development mode, and nobody has to trust another certificate authority.
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
