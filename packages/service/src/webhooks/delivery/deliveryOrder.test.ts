import {
  webhookEvents,
  type WebhookEventName,
  type WebhookSubjectName
} from "@embedded-super/contracts/webhook-events"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { receiver } from "../../../test/webhooks/receiver.ts"
import {
  anEntity,
  aProductWithEndpoint,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"

/** The events of each entity of a subject. */
const lives: ReadonlyArray<readonly [WebhookSubjectName, ReadonlyArray<WebhookEventName>]> = [
  ["employer", ["employer_settings_changed", "employer_settings_changed", "employer_settings_changed"]],
  [
    "onboarding_session",
    [
      "onboarding_session_changed",
      "onboarding_session_changed",
      "onboarding_session_changed",
      "onboarding_session_completed"
    ]
  ],
  ["onboarding_session_intent", ["onboarding_intent_completed"]],
  ["employer_issue", ["employer_issue_created", "employer_issue_resolved"]]
]

const ENTITIES = 12

/** A repeatable source of numbers in [0, 1): the same in every run (mulberry32). */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

layer(TestWebhooks.layer, { excludeTestServices: true })("the order of webhooks", (it) => {
  it.effect(
    "holds for each entity, with two workers, failures, and changes while others are on their way",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fails = dice(7)
        const slow = dice(11)
        const partner = yield* receiver(() => (fails() < 0.25 ? 500 : 204), { latency: () => slow() * 4 })
        const { productId } = yield* aProductWithEndpoint(partner.url)
        yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
        const workers = [yield* startWorker(), yield* startWorker()]

        yield* Effect.forEach(
          lives.flatMap(([subject, events]) => Array.from({ length: ENTITIES }, () => ({ subject, events }))),
          Effect.fnUntraced(function* ({ subject, events }) {
            const entity = yield* anEntity(productId, subject)
            yield* Effect.forEach(events, (event) => record(entity.event(event as never)))
          }),
          { concurrency: 8, discard: true }
        )
        const unfinished = sql`SELECT FROM webhook_deliveries WHERE product_id = ${productId} AND state = 'pending'`
        while ((yield* unfinished).length > 0) {
          yield* Effect.raceAll(workers.map(({ untilIdle }) => untilIdle))
          yield* passTime("2 hours")
        }

        const deliveries = yield* sql<{
          webhookId: string
          entityId: string
          event: WebhookEventName
          seq: number
          state: string
        }>`
        SELECT 'msg_' || id AS "webhookId", entity_id AS "entityId", event, seq, state FROM webhook_deliveries
        WHERE product_id = ${productId} ORDER BY entity_id, seq`
        const bySeq = new Map(deliveries.map((delivery) => [delivery.webhookId, delivery]))
        assert.lengthOf(deliveries, ENTITIES * lives.flatMap(([, events]) => events).length)
        for (const { event, state } of deliveries) {
          assert.include(
            webhookEvents[event].superseded ? ["delivered", "superseded"] : ["delivered"],
            state,
            event
          )
        }

        const latest = new Map<string, number>()
        for (const { webhookId } of partner.arrivals) {
          const { entityId, seq } = bySeq.get(webhookId) ?? assert.fail("an unknown webhook")
          assert.isAtLeast(
            seq,
            latest.get(entityId) ?? 0,
            "a webhook arrived after a later one of its entity"
          )
          latest.set(entityId, seq)
        }
        const lastOf = new Map(deliveries.map(({ entityId, seq }) => [entityId, seq]))
        assert.deepStrictEqual(new Map([...latest].toSorted()), new Map([...lastOf].toSorted()))
        assert.strictEqual(partner.overlaps(), 0)
        assert.sameMembers(
          partner.accepted,
          deliveries.filter(({ state }) => state === "delivered").map(({ webhookId }) => webhookId)
        )
        assert.isAbove(partner.arrivals.length, partner.accepted.length)
      })
  )
})
