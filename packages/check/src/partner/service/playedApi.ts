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
import type { PlayedServer } from "./playServer.ts"

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
