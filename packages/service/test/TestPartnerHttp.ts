import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as S from "@embedded-super/contracts/schemas"
import { mannered, serve, type ServerManners } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import { ApiKeys } from "../src/partners/ApiKeys.ts"
import { ApiKeySecurity } from "../src/partners/apiKeySecurity.ts"
import { GoLiveChecklists, LiveParts } from "../src/partners/go-live/GoLiveChecklists.ts"
import { Partners } from "../src/partners/Partners.ts"
import { Products } from "../src/partners/Products.ts"
import { ProductWebhooks } from "../src/partners/ProductWebhooks.ts"
import type { Settings } from "../src/platform/config/Settings.ts"
import { serverManners } from "../src/platform/http-server/manners.ts"
import { IdempotentRequests } from "../src/platform/idempotency/IdempotentRequests.ts"
import { Jobs } from "../src/platform/jobs/Jobs.ts"
import { RateLimits } from "../src/platform/rate-limit/RateLimits.ts"
import { Redelivery } from "../src/webhooks/delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../src/webhooks/endpoints/WebhookEndpoints.ts"
import { Events } from "../src/webhooks/events/Events.ts"
import { WebhookDeliveries } from "../src/webhooks/log/WebhookDeliveries.ts"
import { expectListed } from "./listedProblems.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { changedSettings, TestVault } from "./TestSettings.ts"

/** Some of the partner API's groups as a separate API, read as strictly as the full one. */
export const apiOf = <const Groups extends ReadonlyArray<HttpApiGroup.Constraint>>(...groups: Groups) =>
  HttpApi.make("partner-api")
    .add(...(groups as unknown as [Groups[number], ...Array<Groups[number]>]))
    .annotate(HttpApi.ParseOptions, { errors: "all" })
    .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })

/**
 * The services behind the partner API, on a new database: real keys, real limits, real idempotency. Settings are those
 * of `TestSettings`, changed by `settings`.
 */
export const partnerServices = (settings: Partial<Settings["Service"]> = {}) =>
  Layer.mergeAll(GoLiveChecklists.layer, ProductWebhooks.layer, Partners.layer).pipe(
    Layer.provide(Layer.succeed(LiveParts, { hasTexts: false, hasAto: false })),
    Layer.provideMerge([Products.layer, ApiKeys.layer]),
    Layer.provideMerge(
      Layer.mergeAll(Events.layer, Redelivery.layer, WebhookDeliveries.layer, WebhookEndpoints.layer)
    ),
    Layer.provideMerge(Layer.mergeAll(RateLimits.layer, Jobs.layer)),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(changedSettings(settings)),
    Layer.provideMerge(TestDatabase.layer)
  )

/** Serves an API with these handlers on a local port, behind the real security. */
export const served = <Id extends string, Groups extends HttpApiGroup.Constraint, A, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<A, E, R>,
  manners: ServerManners = {}
) =>
  serve(
    HttpApiBuilder.layer(api).pipe(
      Layer.provide(handlers),
      Layer.provide(IdempotentRequests.layer),
      Layer.provide(ApiKeySecurity)
    ),
    [mannered(api, { challenge: "ApiKey" })],
    { ...serverManners("http://localhost:4000/docs"), accessLog: false, ...manners }
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })))

let partners = 0

/** A partner with one product, and the keys of both. */
export const aCaller = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const made = yield* (yield* Partners).create({ name: `Wattle ${++partners}`, sandboxed: true })
  const { data: product } = yield* (yield* Products).create(made.partner.id, {
    name: "Wattle Payroll" as S.OrganisationName
  })
  const owner = { partnerId: made.partner.id, productId: product.id, sandboxed: true }
  const { secret } = yield* keys.create(owner)
  return {
    partnerId: made.partner.id,
    productId: product.id,
    partnerKey: Redacted.value(made.key),
    productKey: Redacted.value(secret)
  }
})

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body as text. */
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- what a caller reads before any schema
  readonly body: any
}

/**
 * Sends a request with an API key; interrupting it breaks the connection. A problem that the specs don't list for its
 * operation fails the test.
 */
export const send = Effect.fnUntraced(function* (
  key: string,
  method: string,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly body?: unknown } = {}
) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  const { body, headers } = options
  return yield* Effect.promise(async (signal): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal,
      headers: {
        "x-api-key": key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    const read = text === "" ? undefined : JSON.parse(text)
    expectListed(method, path, answer.status, read)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: read }
  })
})
