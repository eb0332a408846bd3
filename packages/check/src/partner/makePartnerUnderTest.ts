/** Makes the world of the checks: the played service, a foreign server, and what delivers the webhooks. */
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { LOCAL_DOCS, mannered } from "@embedded-super/http-manners"
import { payloadOf } from "@embedded-super/partner-sdk/mock"
import { signatures } from "@embedded-super/rules/webhooks/signing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Exchanges } from "../exchange/Exchange.ts"
import { uuidV7 } from "../exchange/uuidV7.ts"
import type { Draws } from "../run/Draws.ts"
import { type Draw, drawOf } from "./Draw.ts"
import { makeDeliverer, makeSigners } from "./deliver/Deliverer.ts"
import { fewExchanges, isBusy, makeRedeliver } from "./deliver/redeliver.ts"
import {
  type Answer,
  isAccepted,
  type PartnerUnderTest,
  type Sending,
  type Webhook
} from "./PartnerUnderTest.ts"
import { makePatience } from "./makePatience.ts"
import { idIn, makeCallbacks } from "./service/Callbacks.ts"
import { makeEntities, playedPerson } from "./service/Entities.ts"
import { playedRoutes, playServer } from "./service/playedApi.ts"
import type { PartnerSettings } from "./PartnerSettings.ts"

const isLoopback = (host: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(host)

/** Returns the played service's address, and the world as each check sees it, by the check's id. */
export const makePartnerUnderTest = Effect.fnUntraced(function* (
  settings: PartnerSettings,
  all: Exchanges,
  docsUrl: string = LOCAL_DOCS
) {
  const exchanges = fewExchanges(all)
  const address = new URL(settings.service_url)
  const isLocal = isLoopback(address.hostname)
  let foreignUrl = ""
  const baseUrl = () => address.href.replace(/\/$/, "")
  const entities = makeEntities({ settings, baseUrl, docsUrl })
  const signers = makeSigners(settings)
  const productOf = (key: string) => {
    const found = settings.products.findIndex((product) => Redacted.value(product.key) === key)
    return found === -1 ? undefined : (found as 0 | 1)
  }
  const checkOf = (path: string) => entities.checkOf(idIn(path))
  const callbacks = makeCallbacks({ baseUrl, exchanges, productOf, checkOf })
  const foreign = makeCallbacks({ baseUrl: () => foreignUrl, exchanges, productOf, checkOf })

  address.port = String(
    yield* playServer({
      host: isLocal ? address.hostname : "0.0.0.0",
      port: address.port === "" ? 80 : Number(address.port),
      callbacks,
      docsUrl,
      apis: [mannered(PartnerApi, { challenge: "ApiKey" })],
      routes: playedRoutes(entities.api)
    })
  )
  entities.api.state.baseUrl = baseUrl()
  entities.api.state.webhookKeys.push({
    kid: settings.products[0].id,
    partner_id: settings.products[0].id,
    public_key: signers.publicKey,
    valid_from: "2026-11-01T00:00:00Z",
    valid_until: null
  })
  const foreignHost = address.hostname === "127.0.0.1" ? "localhost" : "127.0.0.1"
  const foreignPort = yield* playServer({
    host: foreignHost,
    port: 0,
    callbacks: foreign,
    docsUrl,
    apis: [],
    routes: Layer.empty
  })
  foreignUrl = `http://${foreignHost}:${foreignPort}`
  const deliverOnce = yield* makeDeliverer(settings, signers, exchanges)
  const redeliver = makeRedeliver()
  const deliver = (webhook: Webhook, sending: Sending = {}, draw?: Draw) => {
    const attempt = deliverOnce(webhook, sending, draw)
    return sending.again === "never"
      ? attempt
      : redeliver(attempt, { retriesFailures: sending.again === undefined })
  }

  /** By the entity's id: the answer to its last webhook. */
  const lastAnswers = new Map<unknown, Answer>()

  /** The virtual clock of the events: an hour ago, and a second more for each. */
  const startedAt = (yield* Clock.currentTimeMillis) - 3_600_000
  let events = 0
  const webhookOf = (
    draw: Draw | undefined,
    [entity, event, change = {}]: Parameters<PartnerUnderTest["webhook"]>
  ): Webhook => {
    const { id, remoteId: remote_id } = entity
    const productId = settings.products[entity.product]!.id
    const inserted_at = new Date(startedAt + 1000 * ++events).toISOString().replace(/\.\d+Z$/, "Z")
    const played = payloadOf(entities.api.state, { id, productId, data: { remote_id } }, event)
    const payload = { ...played, inserted_at, ...change }
    const keys = Object.entries(payload)
    return {
      id: `msg_${uuidV7()}`,
      product: entity.product,
      // The keys of a JSON object have no order.
      payload: Object.fromEntries(draw?.shuffled("key", keys) ?? keys)
    }
  }

  const { isPausing, patience, settled, until } = makePatience({
    callbacks,
    foreign,
    declared: settings.call_back_within_ms,
    fetches: settings.declared.fetches_entities,
    probe: (product) =>
      Effect.suspend(() => {
        const employer = entities.add("employer", { product })
        return Effect.as(deliver(webhookOf(undefined, [employer, "employer_settings_changed"])), employer)
      })
  })

  const planted = [
    ...playedPerson,
    ...settings.products.flatMap(({ key, nextSecret, secret }) => [
      { what: "a Product API Key", value: Redacted.value(key) },
      { what: "a webhook secret", value: Redacted.value(secret) },
      ...(nextSecret === undefined ? [] : [{ what: "a webhook secret", value: Redacted.value(nextSecret) }])
    ])
  ]

  const worldWith = (
    draw: Draw | undefined,
    check: string | undefined,
    busy: { last: Answer | undefined }
  ): Omit<PartnerUnderTest, "draw" | "plain"> => ({
    declared: settings.declared,
    hasTwoProducts: settings.products.length > 1,
    hasNextSecret: settings.products[0].nextSecret !== undefined,
    entity: (subject, options) => entities.add(subject, options, check, draw),
    advance: entities.advance,
    webhook: (...event) => webhookOf(draw, event),
    deliver: (webhook, sending) =>
      Effect.tap(deliver(webhook, sending, draw), (answer) =>
        Effect.sync(() => {
          lastAnswers.set(webhook.payload["id"], answer)
          if (sending?.again !== "never" && isBusy(answer)) busy.last = answer
        })
      ),
    busy: () => busy.last,
    refusalOf: ({ id }) => {
      const last = lastAnswers.get(id)
      // An answer that the kit didn't wait for may have been 2xx.
      return last === undefined || isAccepted(last) || last.failure === "dropped" ? undefined : last
    },
    callbacks: ({ id }) => callbacks.about(id),
    allCallbacks: callbacks.all,
    until,
    patience,
    isPausing,
    settled,
    refuseNext: (entity, statuses, { method, retryAfter = 1 } = {}) => {
      const refusals = entities.refusalsOf(entity)
      refusals.push(...statuses.map((status) => ({ status, retryAfter, method })))
      return { end: () => void refusals.splice(0) }
    },
    hold: entities.hold,
    foreign: {
      url: foreignUrl,
      disguisedUrl: `${address.origin}@${new URL(foreignUrl).host}`,
      isReachable: isLocal,
      calls: () => foreign.all()
    },
    signatureOf: ({ id, payload, product }, { signedAt }) => {
      const message = { id, timestamp: signedAt, body: JSON.stringify(payload) }
      return signatures([signers.keyOf("secret", product)], message).slice("v1,".length)
    },
    planted
  })

  const worldOf = (draws: Pick<Draws, "seed">, check: string | undefined): PartnerUnderTest => {
    const draw = drawOf(draws)
    const busy = { last: undefined }
    const plain: PartnerUnderTest = {
      ...worldWith(undefined, check, busy),
      draw,
      get plain() {
        return plain
      }
    }
    return { ...worldWith(draw, check, busy), draw, plain }
  }
  return { serviceUrl: baseUrl(), worldOf }
})
