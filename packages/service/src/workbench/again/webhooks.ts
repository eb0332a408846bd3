/**
 * Webhooks, sent again: as they were, by the replay that partners have, with all its rules; edited, as one delivery to the
 * product's endpoint, signed with its secrets.
 *
 * Why an edited one isn't an event: its `webhook-id` begins with `msg_trial-`, which no event has, and it isn't in the
 * delivery log. A receiver verifies it like any other, so it goes to sandboxed products only.
 */

import type * as S from "@embedded-super/contracts/schemas"
import { webhookHeaderNames } from "@embedded-super/contracts/webhooks"
import { anyway, never, NO_ANSWER, notSendable, onlyAsItWas } from "@embedded-super/pages/content/sendAgain"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fundLinksRepo } from "../../funds/FundLinksRepo.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { checkedAgent } from "../../platform/egress/checkedConnector.ts"
import { exchange as exchangeWith } from "../../platform/egress/exchange.ts"
import { isUuid, newId } from "../../platform/ids/newId.ts"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { webhookPath, machineNow } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { USER_AGENT } from "../../webhooks/delivery/Courier.ts"
import { DeliverySettings } from "../../webhooks/delivery/deliverySettings.ts"
import { EndpointSecrets } from "../../webhooks/endpoints/EndpointSecrets.ts"
import { egressPolicy } from "../../webhooks/endpoints/endpointUrl.ts"
import { signatures } from "@embedded-super/rules/webhooks/signing"
import { WebhookEndpoints } from "../../webhooks/endpoints/WebhookEndpoints.ts"
import { WebhookReplays } from "../../webhooks/log/WebhookReplays.ts"
import { awaitingEntry, idOf, NOT_KEPT, type Resender, type Resent } from "./Resender.ts"

const UNKNOWN = never("Its event isn't known any more.")

export const webhooks = Effect.gen(function* () {
  const replays = yield* WebhookReplays
  const endpoints = yield* WebhookEndpoints
  const secrets = yield* EndpointSecrets
  const products = yield* fundLinksRepo
  const timeline = yield* Timeline
  const awaiting = yield* awaitingEntry
  const { limits } = yield* DeliverySettings
  const outgoing = yield* Outgoing
  const { allowLoopback } = egressPolicy(yield* Settings)
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => checkedAgent({ allowLoopback, connectTimeout: limits.connect })),
    (agent) => Effect.promise(() => agent.destroy())
  )

  /** Why no edited webhook goes to a product's endpoint; undefined if it can. */
  const whyNotEdited = Effect.fnUntraced(function* (productId: string) {
    if ((yield* outgoing.look) !== undefined) return "Outgoing work is held: nothing is sent."
    if ((yield* products.product(productId as S.ProductId))?.sandboxed !== true)
      return "The product is live: its receiver would act on an event that never happened."
    const endpoint = Option.getOrUndefined(yield* endpoints.find(productId))
    if (endpoint === undefined || !endpoint.enabled)
      return "The product has no webhook address, or sending to it is switched off."
    if (endpoint.pausedAt !== null)
      return "Deliveries to the product's address are paused. Resume them first."
    return undefined
  }, databaseDefects)

  const replayed = Effect.fnUntraced(function* (entry: S.TimelineEntry, productId: string, id: string) {
    const replay = replays
      .one(productId as S.ProductId, id as S.WebhookDeliveryId)
      .pipe(Effect.mapError(({ detail }) => notSendable(detail)))
    const same = "It is the same event, with its own webhook-id and a new signature."
    const endpoint = Option.getOrUndefined(yield* databaseDefects(endpoints.find(productId)))
    if (endpoint === undefined || endpoint.pausedAt === null)
      return yield* awaiting(replay, entry.kind, id, [same])
    yield* replay
    const later = "Deliveries to the product's address are paused: it is sent when they are resumed."
    const resent: Resent = { answer: NO_ANSWER, durationMillis: null, notes: [same, later] }
    return resent
  })

  const trial = Effect.fnUntraced(function* (productId: string, body: string) {
    const because = yield* whyNotEdited(productId)
    const endpoint = Option.getOrUndefined(yield* databaseDefects(endpoints.find(productId)))
    const url = URL.parse(endpoint?.url ?? "")
    if (because !== undefined || endpoint === undefined || url === null)
      return yield* notSendable(because ?? "The product's webhook address can't be read.")
    const keys = yield* Effect.orDie(secrets.signingKeys(endpoint))
    const id = `msg_trial-${yield* newId}`
    const traceparent = yield* timeline.traceparent
    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const sent = {
      [webhookHeaderNames.contentType]: "application/json",
      [webhookHeaderNames.userAgent]: USER_AGENT,
      [webhookHeaderNames.webhookId]: id,
      [webhookHeaderNames.webhookTimestamp]: String(timestamp),
      [webhookHeaderNames.webhookSignature]: signatures(keys, { id, timestamp, body }),
      ...(traceparent === undefined ? {} : { traceparent })
    }
    const begun = machineNow()
    const target = {
      origin: url.origin,
      path: url.pathname + url.search,
      headers: Object.entries(sent).flat(),
      body
    }
    const { answer, retryAfter, status } = yield* exchangeWith(agent, target, limits)
    const resent: Resent = {
      answer: {
        status,
        headers: retryAfter === null ? {} : { "retry-after": retryAfter },
        body: answer === null ? null : answer.toString()
      },
      durationMillis: Math.round(machineNow() - begun),
      call: { method: "POST", path: webhookPath(url.href) },
      request: { headers: sent, body },
      notes: [
        "It is a trial with a new signature and a webhook-id of its own, msg_trial-…; it is no event, and is sent once."
      ]
    }
    return resent
  })

  const resender: Resender = {
    offerFor: Effect.fnUntraced(function* (entry, exchange) {
      const [id, productId] = [idOf(entry, "event"), idOf(entry, "product")]
      if (id === undefined || productId === undefined || !isUuid(id) || !isUuid(productId)) return UNKNOWN
      if (exchange?.isRaw !== true || exchange.request?.body == null) return onlyAsItWas(NOT_KEPT)
      const because = yield* whyNotEdited(productId)
      return because === undefined ? anyway : onlyAsItWas(because)
    }),

    send: Effect.fn("Again.webhooks")(function* ({ edited, entry }) {
      const [id, productId] = [idOf(entry, "event"), idOf(entry, "product")]
      if (id === undefined || productId === undefined) return yield* notSendable(UNKNOWN.because ?? "")
      return yield* edited === undefined ? replayed(entry, productId, id) : trial(productId, edited)
    })
  }
  return resender
})
