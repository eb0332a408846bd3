/**
 * The partner API that the receiver calls back: the SDK's mock answers every operation. Paths, keys and values are read by
 * the contract, with the manners of the service (`http-manners`).
 *
 * The trap: no limit of calls is played, and no `RateLimit` header sent. The kit's own burst of a thousand webhooks would use
 * up the service's limit of 50 at once.
 */
import {
  Idempotency,
  PartnerApi,
  PartnerKeySecurity,
  ProductKeySecurity
} from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import type { MockAnswer, MockedApi, OperationId } from "@embedded-super/partner-sdk/mock"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { answerClientErrors, type Mannered, problemTypeIn, serve } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { createServer } from "node:http"
import { CannotRun } from "../../cli/CannotRun.ts"
import type { Callbacks } from "./Callbacks.ts"

interface PlayedServer {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly callbacks: Callbacks
  /** Where the docs are that problems lead to. */
  readonly docsUrl: string
  readonly apis: ReadonlyArray<Mannered>
  readonly routes: Layer.Layer<
    never,
    never,
    HttpRouter.HttpRouter | HttpPlatform | Etag.Generator | NodeServices.NodeServices
  >
}

/** Serves until the scope closes; returns the port. Every call is noted, those of unknown paths included. */
export const playServer = ({ apis, callbacks, docsUrl, host, port, routes }: PlayedServer) =>
  Effect.gen(function* () {
    const server = createServer()
    // A connection that the receiver opened and never used would keep the program for seconds. It runs last.
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
    const context = yield* Layer.build(
      serve(routes, apis, {
        accessLog: false,
        around: callbacks.around,
        onAnswer: callbacks.onAnswer,
        problemType: problemTypeIn(docsUrl)
      }).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(() => answerClientErrors(server), {
            port,
            host,
            gracefulShutdownTimeout: "100 millis"
          })
        )
      )
    ).pipe(
      Effect.catchTag("ServeError", () =>
        Effect.fail(
          new CannotRun({
            reason: "usage",
            sentence: `Port ${port} of ${host} can't be used. Stop what uses it, or change the port of service_url.`
          })
        )
      )
    )
    const { address } = Context.get(context, HttpServer.HttpServer)
    return "port" in address ? address.port : port
  })

const responseOf = ({ body, headers, status }: MockAnswer): HttpServerResponse.HttpServerResponse => {
  if (body === undefined) return HttpServerResponse.empty({ status, headers })
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  return HttpServerResponse.uint8Array(bytes, { status, headers })
}

interface Called {
  readonly endpoint: { readonly identifier: string }
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params?: Readonly<Record<string, string>>
}

/** Answers a call that fits its contract. */
const answering =
  ({ answer, state }: MockedApi) =>
  ({ endpoint, params = {}, request }: Called) =>
    Effect.gen(function* () {
      const body = yield* Effect.orDie(request.text)
      const headers = new Headers(request.headers)
      const url = new URL(request.url, state.baseUrl).href
      const operation = endpoint.identifier as OperationId
      const call = { operation, request: { method: request.method, url, headers }, params, body }
      return responseOf(yield* Effect.promise(() => answer(call)))
    })

type Group = (typeof PartnerApi)["groups"][keyof (typeof PartnerApi)["groups"]]

/** The handlers of all operations of a group: a new operation is played without a line here. */
const groupOf = (api: MockedApi, group: Group) =>
  HttpApiBuilder.group(PartnerApi, group.identifier, (handlers) => {
    const answered = answering(api)
    let handled: any = handlers
    for (const operation of Object.keys(group.endpoints)) handled = handled.handle(operation, answered)
    return handled
  })

/** Lets a call pass whose key the mock knows. The kit has no partner's key. */
const requiring =
  ({ refusalOfKey }: MockedApi, security: "PartnerKey" | "ProductKey") =>
  <E, R>(
    answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    { credential }: { readonly credential: Redacted.Redacted }
  ) =>
    Effect.suspend(() => {
      const refused = refusalOfKey(security, Redacted.value(credential))
      return refused === undefined
        ? Effect.provideService(answer, ApiKeyPrincipal, someProduct)
        : Effect.succeed(responseOf(refused))
    })

/** Nothing here reads it: the mock reads the key itself. */
const someProduct: S.ApiKeyPrincipal = {
  kind: "product",
  key_id: "" as S.ApiKeyId,
  partner_id: "" as S.PartnerId,
  product_id: "" as S.ProductId,
  sandboxed: true
}

export const playedRoutes = (api: MockedApi): PlayedServer["routes"] =>
  HttpApiBuilder.layer(PartnerApi).pipe(
    Layer.provide(Object.values(PartnerApi.groups).map((group) => groupOf(api, group)) as never),
    Layer.provide([
      Layer.succeed(ProductKeySecurity, { ProductKey: requiring(api, "ProductKey") }),
      Layer.succeed(PartnerKeySecurity, { PartnerKey: requiring(api, "PartnerKey") }),
      // The mock keeps the keys.
      Layer.succeed(Idempotency, (answer) => answer)
    ])
  ) as PlayedServer["routes"]
