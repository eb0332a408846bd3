import { ProductsGroup, WebhookDeliveriesGroup } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ProductsHttp } from "../../src/partners/Products.http.ts"
import { WebhookDeliveriesHttp } from "../../src/webhooks/log/WebhookDeliveries.http.ts"
import { WebhookEndpoints } from "../../src/webhooks/endpoints/WebhookEndpoints.ts"
import { WebhookReplays } from "../../src/webhooks/log/WebhookReplays.ts"
import { anEmployer } from "../aProduct.ts"
import { aCaller, apiOf, partnerServices, send, served } from "../TestPartnerHttp.ts"
import { type Answer, anEntity, receiver, record, startWorker } from "./TestWebhooks.ts"

/** The calls about products and webhook deliveries, in development: webhooks may go to a receiver on this machine. */
export const webhookCalls = served(
  apiOf(ProductsGroup, WebhookDeliveriesGroup),
  Layer.mergeAll(ProductsHttp, WebhookDeliveriesHttp)
).pipe(Layer.provideMerge(WebhookReplays.layer), Layer.provideMerge(partnerServices({ dev: true })))

/** A caller whose product has a receiver that gives this answer. `sent` sends everything that is due. */
export const aCallerWith = Effect.fnUntraced(function* (answer?: Parameters<typeof receiver>[0]) {
  const caller = yield* aCaller
  const partner = yield* receiver(answer)
  const { productId } = caller
  const { endpoint } = yield* (yield* WebhookEndpoints).set({ productId, url: partner.url })
  const sent = Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
  return { ...caller, endpointId: endpoint.id, partner, sent }
})

/** A partner whose receiver returns `state.answer`, and the partner's calls. */
export const aFailingPartner = Effect.fnUntraced(function* () {
  const caller = yield* aCaller
  const state: { answer: Answer | Promise<Answer> } = { answer: 204 }
  const partner = yield* receiver(() => state.answer)
  const call = (method: string, path: string, body?: unknown) =>
    send(caller.partnerKey, method, `/api/v1/products/${caller.productId}${path}`, { body })
  yield* call("PUT", "/webhook", { url: partner.url })
  return {
    ...caller,
    partner,
    state,
    call,
    employerId: yield* anEmployer(caller.productId),
    /** Records one event of a new entity; returns its delivery's id. */
    happens: Effect.gen(function* () {
      const intent = yield* anEntity(caller.productId, "onboarding_session_intent")
      const [id = ""] = yield* record(intent.event("onboarding_intent_completed"))
      return id
    }),
    webhook: Effect.map(call("GET", ""), ({ body }) => body.data.webhook),
    delivery: (id: string) =>
      Effect.map(send(caller.productKey, "GET", `/api/v1/webhook-deliveries/${id}`), ({ body }) => body.data),
    replay: (id: string) => send(caller.productKey, "POST", `/api/v1/webhook-deliveries/${id}/replay`)
  }
})

export type FailingPartner = Effect.Success<ReturnType<typeof aFailingPartner>>

/** The calls that a partner may make once its receiver has recovered. */
export const asks = {
  "PUT webhook, same url": ({ call, partner }) => call("PUT", "/webhook", { url: partner.url }),
  "PUT webhook, new url": ({ call, partner }) => call("PUT", "/webhook", { url: `${partner.url}&moved=1` }),
  "POST resume": ({ call }) => call("POST", "/webhook/resume"),
  "POST test": ({ call }) => call("POST", "/webhook/test"),
  "POST replay": ({ replay }, delivered) => replay(delivered),
  nothing: () => Effect.void
} as const satisfies Record<
  string,
  (partner: FailingPartner, delivered: string) => ReturnType<FailingPartner["call"]> | Effect.Effect<void>
>
