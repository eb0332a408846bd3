/**
 * The partner simulator: Wattle Payroll, a payroll application that embeds the service as a partner's software would
 * (D-partner-simulator). `service/` calls it with a product's key; `payroll/` has employers, people, intents and issues;
 * `inbox/` verifies each webhook and fetches its entity; `pages/` shows it all; `products/` has the keys and secrets;
 * `listen/` forwards events to a local address; `admin/` is the simulator API. Server, state and faults: `simulators/kit`.
 *
 * Why the partner SDK makes the calls and verifies the webhooks: partners see the code that they would write. The README
 * lists the steps of an integration, each with its file.
 *
 * The trap: a webhook is answered before its entity is fetched, so a test has to wait for the entity. A repeated
 * webhook is stored too, but handled once, by its `webhook-id`.
 */

import { LOCAL_DOCS, mannered, problemTypeIn } from "@embedded-super/http-manners"
import { type Simulator, simulatorAdmin, SimulatorAdminApi } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { partnerContracts } from "./contracts.ts"
import { PartnerAdminApi, PartnerAdminHttp } from "./admin/PartnerAdmin.http.ts"
import { PartnerHooks, type Hooks, type OtherPartner } from "./faults/Fault.ts"
import { Behaviour } from "./inbox/Behaviour.ts"
import { EntityFetcher } from "./inbox/EntityFetcher.ts"
import { Inbox } from "./inbox/Inbox.ts"
import { signedAnew } from "./inbox/signedAnew.ts"
import { WebhookReceiverHttp } from "./inbox/WebhookReceiver.http.ts"
import { pagePaths, PagesHttp } from "./pages/index.ts"
import { seedDemo } from "./payroll/demo.ts"
import { EmbedUrls } from "./payroll/EmbedUrls.ts"
import { Employers } from "./payroll/Employers.ts"
import { Intents } from "./payroll/Intents.ts"
import { Issues } from "./payroll/Issues.ts"
import { Live } from "./payroll/Live.ts"
import { PayrollSettings } from "./payroll/PayrollSettings.ts"
import { People } from "./payroll/People.ts"
import { Records } from "./payroll/Records.ts"
import { Products } from "./products/Products.ts"
import { ServiceClient } from "./service/ServiceClient.ts"

const version = "0.1.0"

export interface PartnerSimulatorOptions {
  /**
   * The service that is called, and that entities are fetched from. If absent, the one that a product's setting names;
   * without that, entities are fetched from any service on this machine.
   */
  readonly serviceUrl?: string
  /** Takes over intents and issues of employers that it didn't create, too: `partner-check` plays such ones. */
  readonly anyEmployer?: boolean
  /** A mistake that this partner makes all the time; none by default (`faults/`). */
  readonly fault?: OtherPartner
  /** A correct way in which this partner differs; none by default (`variants/`). */
  readonly variant?: OtherPartner
}

const AdminRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const products = yield* Products
    const inbox = yield* Inbox
    const employers = yield* Employers
    const people = yield* People
    const demo = yield* seedDemo
    return simulatorAdmin({
      kind: "partner",
      name: "Wattle Payroll (simulated)",
      version,
      contracts: partnerContracts,
      signedAnew: yield* signedAnew,
      counts: Effect.sync(() => ({
        products: products.size(),
        employers: employers.list().length,
        people: people.size(),
        webhooks: inbox.size()
      })),
      // The magic values are a fund's.
      seed: (preset) => (preset === "demo" ? demo : Effect.void)
    })
  })
).pipe(Layer.merge(HttpApiBuilder.layer(PartnerAdminApi).pipe(Layer.provide(PartnerAdminHttp))))

/** The payroll's state and rules. Each line needs only what is in a later one. */
const Payroll = (serviceUrl: string | undefined, anyEmployer: boolean) =>
  EntityFetcher.layer.pipe(
    Layer.provideMerge(Records.layer(anyEmployer)),
    Layer.provideMerge([Intents.layer, Issues.layer, EmbedUrls.layer]),
    Layer.provideMerge([Employers.layer, People.layer]),
    Layer.provideMerge(ServiceClient.layer),
    Layer.provideMerge([
      Live.layer,
      PayrollSettings.layer(serviceUrl),
      Products.layer,
      Inbox.layer,
      Behaviour.layer
    ])
  )

const isWebhook = (path: string): boolean => path === "/webhooks" || path.startsWith("/webhooks/")

/**
 * A runnable partner. It serves plain http by default: it listens on this machine only, the service sends there in
 * development mode, and no additional certificate authority needs to be trusted.
 */
export const partnerSimulator = (options: PartnerSimulatorOptions = {}): Simulator => {
  const { anyEmployer = false, serviceUrl } = options
  const other = options.fault ?? options.variant
  const { call, entity, verify, works, ...server }: Hooks = other?.play() ?? {}
  const hooks: Hooks = {
    ...(call === undefined ? {} : { call }),
    ...(entity === undefined ? {} : { entity }),
    ...(verify === undefined ? {} : { verify }),
    ...(works === undefined ? {} : { works })
  }
  return {
    kind: "partner",
    party: "Wattle Payroll",
    source: "partner",
    title: "Partner simulator",
    version,
    defaultPort: 4020,
    http: true,
    routes: Layer.mergeAll(WebhookReceiverHttp, AdminRoutes, PagesHttp).pipe(
      Layer.provide(Payroll(serviceUrl, anyEmployer)),
      Layer.provide(Layer.succeed(PartnerHooks, hooks))
    ),
    operationOf: (method, path) => (method === "POST" && path === "/webhooks" ? "receiveWebhook" : undefined),
    apis: [mannered(SimulatorAdminApi), mannered(PartnerAdminApi)],
    manners: {
      problemType: problemTypeIn(serviceUrl === undefined ? LOCAL_DOCS : `${serviceUrl}/docs`),
      pages: pagePaths
    },
    // The pages need no key, so only this machine may open them. Webhooks may come from anywhere: they are signed.
    isLocalPage: (path) => !isWebhook(path),
    ...(other === undefined ? {} : { hooks: server })
  }
}
