import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  receiver,
  anEntity,
  aProductWithEndpoint,
  deliveriesOf,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { isCommitted } from "./DeliveryLogRepo.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { Events } from "../events/Events.ts"
import { makeRetention } from "./RetentionRepo.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"

layer(TestWebhooks.layer, { excludeTestServices: true })("what was sent", (it) => {
  it.effect(
    "is forgotten after 30 days, answers and expired secrets too; what was last reported is kept",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const forget = yield* makeRetention
        const partner = yield* receiver(() => ({ status: 200, body: "thanks" }))
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const employer = yield* anEntity(productId, "employer")
        const sent = Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
        const change = Effect.gen(function* () {
          yield* record(employer.event("employer_settings_changed"))
          yield* sent
        })
        yield* change
        yield* change
        yield* (yield* WebhookEndpoints).rotateSecret(productId)
        const attempts = sql`SELECT FROM webhook_attempts`
        const secrets = sql`SELECT FROM webhook_secrets WHERE sealed IS NOT NULL`
        const log = Effect.flatMap(WebhookDeliveries, ({ list }) => list({ productId }, { limit: 10 }))
        const feed = Effect.flatMap(Events, (events) => events.feed({ productId, position: 0n, limit: 10 }))
        yield* passTime("29 days")
        yield* forget
        assert.lengthOf(yield* attempts, 2)
        assert.lengthOf(yield* secrets, 1)
        assert.deepStrictEqual([(yield* log).length, (yield* feed).length], [2, 2])

        yield* passTime("2 days")
        yield* forget
        assert.lengthOf(yield* attempts, 0)
        assert.deepStrictEqual([(yield* log).length, (yield* feed).length], [0, 0])
        assert.deepStrictEqual(
          (yield* deliveriesOf(employer.entityId)).map(({ seq, state }) => [seq, state]),
          [[2, "delivered"]]
        )
        assert.isTrue(yield* isCommitted("employer", employer.entityId))
        yield* change
        assert.lengthOf(yield* log, 1)
      })
  )

  it.effect("and waited 30 days for a paused address isn't sent when it is resumed", () =>
    Effect.gen(function* () {
      const redelivery = yield* Redelivery
      const forget = yield* makeRetention
      const partner = yield* receiver()
      const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
      const [old, young] = [yield* anEntity(productId, "employer"), yield* anEntity(productId, "employer")]
      yield* redelivery.pause(endpointId)
      yield* record(old.event("employer_settings_changed"))
      yield* passTime("20 days")
      yield* record(young.event("employer_settings_changed"))
      yield* passTime("11 days")
      yield* forget
      yield* redelivery.resume(endpointId)
      yield* (yield* startWorker()).untilIdle
      assert.deepStrictEqual(
        partner.arrivals.map(({ body }) => body["id"]),
        [young.entityId]
      )
    })
  )
})

/** Days, in the order in which the events were recorded; the first third is forgotten. */
const DAYS = [40, 35, 31, 29, 20, 1]
const EVENTS_A_DAY = 3000
const ENTITIES = 6000

/**
 * Events of entities with up to three each, some of them withheld until today, and attempts: at once, and for each fifth
 * delivery again 15 days later.
 */
const fill = Effect.fnUntraced(function* (endpointId: string, productId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE FUNCTION id_at(at timestamptz, n int) RETURNS uuid LANGUAGE sql AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
      || substr(md5(n::text), 4, 15))::uuid $$`
  yield* sql`CREATE TEMP TABLE made ON COMMIT DROP AS
    SELECT id_at(at, n) AS id, at, n, md5((n % ${ENTITIES})::text)::uuid AS entity_id, n / ${ENTITIES} + 1 AS seq FROM (
      SELECT now() - days * interval '1 day' + n * interval '1 ms' AS at, n::int
      FROM generate_series(0, ${DAYS.length * EVENTS_A_DAY}::int - 1) n,
        LATERAL (SELECT (${sql.literal(`ARRAY[${DAYS.join()}]`)})[1 + n / ${EVENTS_A_DAY}] AS days) d) x`
  yield* sql`INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at)
    SELECT id, ${productId}, 'employer', 'employer_settings_changed', entity_id, seq, '{}', at FROM made`
  yield* sql`INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable,
      state, due_at, delivered_at, inserted_at)
    SELECT id, ${endpointId}, ${productId}, 'employer', 'employer_settings_changed', entity_id, seq, true,
      CASE WHEN waits THEN 'pending' ELSE 'delivered' END, CASE WHEN waits THEN at END,
      CASE WHEN NOT waits THEN at END, at
    FROM made, LATERAL (SELECT n % 7 = 0 AS waits) w WHERE n % 11 <> 0`
  yield* sql`INSERT INTO webhook_attempts (id, delivery_id, url, started_at, took_ms, status)
    SELECT id_at(at + again, n), id, 'https://example.test/hooks', at + again, 1, 200
    FROM made, LATERAL (VALUES (interval '5 ms'), (CASE WHEN n % 5 = 0 THEN interval '15 days' END)) a (again)
    WHERE again IS NOT NULL`
}, Effect.orDie)

layer(TestWebhooks.layer, { excludeTestServices: true })("retention", (it) => {
  it.effect("walks indexes: no table is read as a whole, and exactly what is old and replaced goes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const forget = yield* makeRetention
      const { endpointId, productId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
      yield* sql.withTransaction(fill(endpointId, productId))
      yield* sql`VACUUM ANALYZE`

      const limit = sql`id_at(now() - interval '30 days', 0)`
      const goes = sql`(e.id < ${limit} AND EXISTS (SELECT FROM events v
        WHERE v.entity_id = e.entity_id AND v.seq > e.seq))`
      const kept = {
        events: yield* sql`SELECT id FROM events e WHERE NOT ${goes} ORDER BY id`,
        attempts: yield* sql`SELECT id FROM webhook_attempts WHERE id >= ${limit} ORDER BY id, delivery_id`,
        deliveries: yield* sql`SELECT e.id,
            CASE WHEN e.id < ${limit} AND e.state = 'pending' THEN 'dead' ELSE e.state END AS state
          FROM webhook_deliveries e WHERE NOT ${goes} ORDER BY e.id`
      }
      // In one transaction, which counts the scans of its own statements, and may have those of earlier ones.
      const scans = sql<{ readonly relname: string; readonly whole: number; readonly walks: number }>`
        SELECT relname, seq_scan::int AS whole, idx_scan::int AS walks FROM pg_stat_xact_user_tables
        WHERE relname IN ('events', 'webhook_deliveries', 'webhook_attempts') ORDER BY relname`
      const made = yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* scans
          yield* forget
          return (yield* scans).map(({ relname, walks, whole }, index) => ({
            relname,
            whole: whole - before[index]!.whole,
            walked: walks > before[index]!.walks
          }))
        })
      )
      assert.deepStrictEqual(made, [
        { relname: "events", whole: 0, walked: true },
        { relname: "webhook_attempts", whole: 0, walked: true },
        { relname: "webhook_deliveries", whole: 0, walked: true }
      ])
      const left = Effect.all({
        events: sql`SELECT id FROM events ORDER BY id`,
        attempts: sql`SELECT id FROM webhook_attempts ORDER BY id, delivery_id`,
        deliveries: sql`SELECT id, state FROM webhook_deliveries ORDER BY id`
      })
      assert.deepStrictEqual(yield* left, kept)
      assert.isBelow(kept.events.length, DAYS.length * EVENTS_A_DAY)
      yield* forget
      assert.deepStrictEqual(yield* left, kept)
    })
  )
})
