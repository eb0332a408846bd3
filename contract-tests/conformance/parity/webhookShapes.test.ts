/** The kit delivers each event as the service does: its headers and the keys of its body, and their forms. */
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { checkPartner } from "../../../packages/check/src/partner/index.ts"
import { settingsOf } from "../../../packages/check/test/partner/simulatedPartner.ts"
import { type Arrival, receiver } from "../../../packages/service/test/webhooks/receiver.ts"
import {
  anEntity,
  aProductWithEndpoint,
  record,
  startWorker,
  TestWebhooks
} from "../../../packages/service/test/webhooks/TestWebhooks.ts"
import { formOf, isFixed } from "./forms.ts"

const names = Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>

const shapeOf = ({ body, headers }: Arrival): string => {
  const sent = Object.entries(headers).map(([name, value]) => {
    const text = String(value)
    // A signature is base64 after its version.
    const form = name === "webhook-signature" ? text.replaceAll(/[\w+/]{43}=/g, "…") : formOf(text)
    return [name, isFixed(name) ? text : form] as const
  })
  const held = Object.entries(body).map(([key, value]) => [key, typeof value] as const)
  return JSON.stringify([sent.toSorted(), held.toSorted()])
}

/** The webhooks that the service sends of each event. */
const ofService = Effect.gen(function* () {
  const partner = yield* receiver()
  const { productId } = yield* aProductWithEndpoint(partner.url)
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true
    WHERE id = (SELECT partner_id FROM products WHERE id = ${productId})`
  const { untilIdle } = yield* startWorker()
  for (const name of names) {
    const entity = yield* anEntity(productId, webhookEvents[name].subject)
    yield* record(entity.event(name as never))
  }
  yield* untilIdle
  return partner.arrivals
}).pipe(Effect.scoped)

/** The webhooks that the kit sends to a receiver that takes everything and never calls back. */
const ofKit = Effect.gen(function* () {
  const partner = yield* receiver()
  const settings = { ...settingsOf("http://127.0.0.1"), receiver_url: partner.url as never }
  yield* checkPartner({
    settings: { ...settings, call_back_within_ms: 1 },
    mode: "dev",
    seed: 1,
    names: ["ANSWER", "CALLBACK", "ORDER", "DUPLICATE"]
  })
  return partner.arrivals
}).pipe(Effect.scoped)

layer(TestWebhooks.layer, { excludeTestServices: true })("the kit delivers as the service does", (it) => {
  it.effect("each event of today, in the same form", () =>
    Effect.gen(function* () {
      const mine = yield* ofService
      const kits = yield* ofKit
      assert.sameMembers(
        mine.map(({ body }) => body["event"]),
        [...names]
      )
      for (const arrival of mine) {
        const event = arrival.body["event"]
        const shapes = new Set(kits.filter(({ body }) => body["event"] === event).map(shapeOf))
        assert.include([...shapes], shapeOf(arrival), event)
      }
    })
  )
})
