/**
 * Step 6 of an integration: POST /webhooks verifies the delivery with the SDK, stores it and answers. The entity is fetched
 * afterwards (`EntityFetcher.ts`), because the service waits for the answer.
 *
 * The trap: the signature covers the raw body. Verify the bytes as they came, before anything parses them.
 *
 * Guide: partners/verify-webhooks, partners/webhooks
 */
import { spaced } from "@embedded-super/pages/kinds/Kind"
import * as S from "@embedded-super/contracts/schemas"
import { receiveWebhook, WebhookRefused } from "@embedded-super/partner-sdk"
import { EventLog, type Note, type Thing } from "@embedded-super/simulator-kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Live } from "../payroll/Live.ts"
import { Products } from "../products/Products.ts"
import { PartnerHooks, type Delivery, type Hooks } from "../faults/Fault.ts"
import { Behaviour } from "./Behaviour.ts"
import { EntityFetcher, thingsIn } from "./EntityFetcher.ts"
import { Inbox, isToFetch, type Judged, type KeptDelivery } from "./Inbox.ts"

/** The answer's status for each verdict. The service retries after any status except 2xx. */
const statuses: Readonly<Record<S.WebhookRefusal | "taken", number>> = {
  taken: 204,
  missing_header: 400,
  not_a_payload: 400,
  bad_signature: 401,
  stale_timestamp: 401,
  unknown_product: 404
}

const decodePayload = Schema.decodeUnknownOption(S.WebhookPayload)

/** Verifies and reads a delivery with the SDK, as a partner would. */
const judge = Effect.fnUntraced(function* (
  delivery: Delivery,
  { verify = (given, verify) => verify(given) }: Hooks
) {
  const { headers } = delivery
  const webhookId = headers["webhook-id"] ?? null
  const refused = (refusal: S.WebhookRefusal): Judged => ({
    webhookId,
    refusal,
    status: statuses[refusal],
    payload: null
  })
  return yield* Effect.tryPromise({
    try: () =>
      verify(delivery, ({ body, headers, options, secrets }) =>
        receiveWebhook(body, headers, secrets, options)
      ),
    catch: (error) => error
  }).pipe(
    Effect.map(({ payload }) =>
      Option.match(decodePayload(payload), {
        onNone: () => refused("not_a_payload"),
        onSome: (payload): Judged => ({ webhookId, refusal: null, status: statuses.taken, payload })
      })
    ),
    Effect.catch((error) =>
      error instanceof WebhookRefused ? Effect.succeed(refused(error.reason)) : Effect.die(error)
    )
  )
})

const shownHeaders = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(?:webhook-|content-|user-agent$|x-request-id$|traceparent$)/.test(name) && value !== undefined
        ? [[name, value.slice(0, 500)]]
        : []
    )
  )

export const WebhookReceiverHttp = Layer.unwrap(
  Effect.gen(function* () {
    const products = yield* Products
    const inbox = yield* Inbox
    const fetcher = yield* EntityFetcher
    const log = yield* EventLog
    const behaviour = yield* Behaviour
    const live = yield* Live
    const hooks = yield* PartnerHooks

    const receive = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = new Uint8Array(yield* request.arrayBuffer)
      // The service signs by the true time, wherever the simulator's clock is (D-sandbox-clock).
      const options = { now: yield* Clock.currentTimeMillis }
      const { headers: sent } = request
      const found = yield* judge({ body, headers: sent, secrets: products.secrets(), options }, hooks)
      const { answer_after_ms = 0, answer_status, retry_after_seconds } = behaviour.next()
      // A status that was set stands for software that fails: the delivery isn't handled.
      const judged = answer_status === undefined ? found : { ...found, status: answer_status, payload: null }
      const event = found.payload?.event ?? null
      const delivery = inbox.keep(judged, { headers: shownHeaders(request.headers), event })
      yield* log.note(
        answer_status === undefined ? noteOf(delivery) : noteOfSet(answer_status, found.payload, delivery)
      )
      yield* live.changed
      const { payload } = delivery.received
      const works = isToFetch(delivery)
      if (payload !== null && (hooks.works?.(payload, works) ?? works)) yield* fetcher.fetchSoon(delivery)
      if (answer_after_ms > 0) yield* Effect.sleep(answer_after_ms)
      const headers = retry_after_seconds === undefined ? {} : { "retry-after": String(retry_after_seconds) }
      return HttpServerResponse.empty({ status: judged.status, headers })
    }).pipe(Effect.orDie)
    return HttpRouter.add("POST", "/webhooks", receive)
  })
)

const noteOfSet = (status: number, payload: Judged["payload"], { received }: KeptDelivery): Note => ({
  kind: "fault_played",
  summary: `Answered a webhook with ${status}, as was set.`,
  detail: { status: String(status) },
  about: [...happeningOf(received), ...(payload === null ? [] : thingsIn(payload))]
})

/** The event that a delivery brings, by the id that the service's event feed has too. */
const happeningOf = ({ webhook_id }: S.ReceivedWebhook): ReadonlyArray<Thing> =>
  webhook_id === null ? [] : [{ kind: "event", id: webhook_id.replace(/^msg_/, "") }]

const noteOf = ({ received }: KeptDelivery): Note => {
  const { payload, refusal, repeated, webhook_id } = received
  const id = webhook_id === null ? {} : { webhook_id }
  const happening = happeningOf(received)
  if (payload === null)
    return {
      kind: "webhook_refused",
      summary: `Refused a webhook: ${String(refusal)}`,
      detail: { ...id, refusal: String(refusal) },
      about: happening
    }
  const { event, id: entity, product_id, subject } = payload
  return {
    kind: "webhook_received",
    summary: `Received ${event} of the ${spaced(subject)} ${entity}${repeated ? ", handled before" : ""}`,
    detail: { ...id, event, subject, id: entity, product_id, repeated: String(repeated) },
    about: [...happening, ...thingsIn(payload)]
  }
}
