import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { aReview, confirm, TestRegistering } from "../../test/funds/TestRegistering.ts"
import { passTime } from "../../test/at.ts"
import { anEntity, aProductWithEndpoint } from "../../test/webhooks/TestWebhooks.ts"
import { newId } from "../platform/ids/newId.ts"
import { TimersHere } from "../platform/jobs/periodically.ts"
import type { Measure, MetricName } from "../platform/metrics/definitions.ts"
import { makeOperations, Operations } from "../platform/operations/Operations.ts"
import { heldBy, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { Events } from "../webhooks/events/Events.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { Health } from "./Health.ts"

/** The figures as a scrape reads them now; each time anew. */
const scraped = Effect.gen(function* () {
  const operations = makeOperations()
  yield* Layer.build(Layer.fresh(Health)).pipe(Effect.provideService(Operations, operations))
  return yield* operations.measures
}).pipe(Effect.scoped)

const valueOf = (
  measures: ReadonlyArray<Measure>,
  name: MetricName,
  labels: Readonly<Record<string, string>> = {}
): number | undefined =>
  measures.find((one) => {
    const own: Readonly<Record<string, string>> = one.labels
    return one.name === name && Object.entries(labels).every(([label, value]) => own[label] === value)
  })?.value

const parts = ["database", "outgoing", "work", "calls", "addresses", "funds", "lists", "members"]

layer(Layer.provideMerge(WebhookEndpoints.layer, TestRegistering.layer), { excludeTestServices: true })(
  "the health of the work over a database",
  (it) => {
    it.effect("is zero where nothing waits, and every part is read", () =>
      Effect.gen(function* () {
        const found = yield* scraped
        assert.strictEqual(valueOf(found, "embedded_super_database_up"), 1)
        assert.strictEqual(valueOf(found, "embedded_super_database_read_only"), 0)
        for (const part of parts)
          assert.strictEqual(valueOf(found, "embedded_super_unmeasured", { part }), 0, part)
        for (const kind of [
          "webhooks",
          "member_registration",
          "employer_details",
          "choice_forms",
          "notices",
          "list_imports",
          "audit_seals"
        ]) {
          assert.strictEqual(valueOf(found, "embedded_super_work_waiting", { kind }), 0, kind)
          assert.strictEqual(valueOf(found, "embedded_super_work_oldest_due_seconds", { kind }), 0, kind)
        }
        assert.strictEqual(valueOf(found, "embedded_super_outgoing_held", { because: "restored" }), 0)
        assert.isUndefined(valueOf(found, "embedded_super_payday_super_days_left"))
      })
    )

    it.effect("counts a registration that waits and its age, and the days until its Payday Super day", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fund = yield* aFund((yield* fundServer()).url)
        const session = yield* aReview(fund)
        yield* confirm(session)
        yield* passTime("90 seconds")
        const labels = { fund: fund.slug }
        const before = yield* scraped
        const kind = "member_registration"
        assert.strictEqual(valueOf(before, "embedded_super_work_waiting", { kind }), 1)
        assert.isAtLeast(valueOf(before, "embedded_super_work_oldest_due_seconds", { kind }) ?? 0, 90)
        assert.strictEqual(valueOf(before, "embedded_super_fund_state", { ...labels, state: "open" }), 1)
        const calls = { ...labels, operation: kind, state: "waiting", because: "none" }
        assert.strictEqual(valueOf(before, "embedded_super_fund_calls", calls), 1)
        assert.strictEqual(valueOf(before, "embedded_super_members_without_number", labels), 1)
        assert.isAtLeast(valueOf(before, "embedded_super_payday_super_days_left", labels) ?? 0, 18)
        assert.strictEqual(valueOf(before, "embedded_super_members_past_payday_super", labels), 0)

        // Held: it waits, and isn't due.
        yield* sql`INSERT INTO fund_gates (fund_id, window_from, held_until, because, openings)
          VALUES (${fund.id}, now(), business_now(true) + interval '1 hour', 'unreachable', 3)
          ON CONFLICT (fund_id) DO UPDATE SET held_until = excluded.held_until, because = excluded.because, openings = 3`
        const held = yield* scraped
        assert.strictEqual(valueOf(held, "embedded_super_work_oldest_due_seconds", { kind }), 0)
        assert.strictEqual(valueOf(held, "embedded_super_fund_state", { ...labels, state: "unreachable" }), 1)
        assert.strictEqual(valueOf(held, "embedded_super_fund_breaker_openings", labels), 3)
        assert.isUndefined(valueOf(held, "embedded_super_fund_state", { ...labels, state: "open" }))

        // Stopped: an operator has to look.
        yield* sql`UPDATE fund_calls SET state = 'stopped', because = 'unknown', ended_at = business_now(true)`
        yield* passTime("45 days")
        const late = yield* scraped
        const stopped = { ...labels, state: "stopped", because: "unknown" }
        assert.strictEqual(valueOf(late, "embedded_super_fund_calls", stopped), 1)
        assert.strictEqual(valueOf(late, "embedded_super_members_past_payday_super", labels), 1)
        assert.isBelow(valueOf(late, "embedded_super_payday_super_days_left", labels) ?? 0, 0)
      })
    )

    it.effect("counts webhooks in their turn, and addresses by status", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { record } = yield* Events
        const { endpointId, productId } = yield* aProductWithEndpoint("http://127.0.0.1:9/webhooks")
        const entity = yield* anEntity(productId, "employer")
        yield* sql.withTransaction(record(entity.event("employer_settings_changed")))
        yield* passTime("10 minutes")
        const due = yield* scraped
        const kind = "webhooks"
        assert.isAtLeast(valueOf(due, "embedded_super_work_waiting", { kind }) ?? 0, 1)
        assert.isAtLeast(valueOf(due, "embedded_super_work_oldest_due_seconds", { kind }) ?? 0, 600)
        assert.strictEqual(
          valueOf(due, "embedded_super_webhook_longest_outage_seconds", { mode: "simulated" }),
          0
        )

        yield* sql`INSERT INTO webhook_leases (endpoint_id, failing_since, probe_at)
          VALUES (${endpointId}, platform_now() - interval '2 hours', platform_now() + interval '1 minute')`
        const failing = yield* scraped
        assert.strictEqual(valueOf(failing, "embedded_super_work_oldest_due_seconds", { kind }), 0)
        assert.strictEqual(valueOf(failing, "embedded_super_webhook_addresses", { status: "backing_off" }), 1)
        assert.isAtLeast(
          valueOf(failing, "embedded_super_webhook_longest_outage_seconds", { mode: "simulated" }) ?? 0,
          7200
        )

        yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'gone' WHERE id = ${endpointId}`
        const paused = { status: "paused", because: "gone" }
        const after = yield* scraped
        assert.strictEqual(valueOf(after, "embedded_super_webhook_addresses", paused), 1)
        assert.strictEqual(
          valueOf(after, "embedded_super_webhook_longest_outage_seconds", { mode: "simulated" }),
          0
        )
      })
    )

    it.effect("knows a timer that nobody runs, a list's age, and what an operator has to decide", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const timers = new Set(["cron:webhook notices"])
        yield* sql`INSERT INTO effect_queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
          VALUES ('a', 'cron:webhook notices', '{}', 'pending', 0, now() - interval '5 minutes', now(), now()),
            ('b', 'cron:of a process that is gone', '{}', 'pending', 0, now() - interval '5 days', now(), now())`
        const fund = yield* aFund("http://127.0.0.1:9/v1/member_registration")
        const [accepted, held] = [yield* newId, yield* newId]
        yield* sql`INSERT INTO employer_list_files (id, fund_id, file_name, state, received_at)
          VALUES (${accepted}, ${fund.id}, 'list.csv', 'accepted', business_now(true)),
            (${held}, ${fund.id}, 'list.csv', 'held', business_now(true))`
        yield* sql`WITH g AS (
            INSERT INTO employer_list_generations (file_id, format, started_at) VALUES (${accepted}, 'plain', now())
            RETURNING generation
          ) INSERT INTO employer_lists (fund_id, generation, entries, accepted_at)
          SELECT ${fund.id}, generation, 1, business_now(true) - interval '30 days' FROM g`
        const found = yield* Effect.provideService(scraped, TimersHere, timers)
        const late = valueOf(found, "embedded_super_work_oldest_due_seconds", { kind: "timers" }) ?? 0
        assert.isAtLeast(late, 300)
        assert.isBelow(late, Duration.toSeconds("1 day"))
        const labels = { fund: fund.slug, mode: "simulated" }
        const day = Duration.toSeconds("1 day")
        assert.isAtLeast(valueOf(found, "embedded_super_list_age_seconds", labels) ?? 0, 30 * day)
        assert.strictEqual(valueOf(found, "embedded_super_list_max_age_seconds", labels), 35 * day)
        assert.strictEqual(valueOf(found, "embedded_super_lists_to_decide", labels), 1)
      })
    )

    it.effect.each(["switched_off", "restored", "operator"] as const)(
      "shows that outgoing work is held: %s",
      (because) =>
        Effect.gen(function* () {
          const held = heldBy(Effect.succeed(because))
          const found = yield* Effect.provideService(scraped, Outgoing, held)
          assert.strictEqual(valueOf(found, "embedded_super_outgoing_held", { because }), 1)
        })
    )

    it.effect("of a part that the database doesn't tell is left out, and named", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE webhook_notices RENAME TO webhook_notices_elsewhere`
        const found = yield* Effect.ensuring(
          scraped,
          Effect.orDie(sql`ALTER TABLE webhook_notices_elsewhere RENAME TO webhook_notices`)
        )
        assert.strictEqual(valueOf(found, "embedded_super_unmeasured", { part: "work" }), 1)
        assert.isUndefined(valueOf(found, "embedded_super_work_waiting", { kind: "webhooks" }))
        assert.strictEqual(valueOf(found, "embedded_super_work_waiting", { kind: "member_registration" }), 0)
        assert.strictEqual(valueOf(found, "embedded_super_database_up"), 1)
      })
    )

    it.effect("without a database says so, and nothing else", () =>
      Effect.gen(function* () {
        const away = PgClient.layer({ url: Redacted.make("postgres://me@127.0.0.1:1/nothing") })
        const found = yield* Effect.provide(scraped, away)
        assert.strictEqual(valueOf(found, "embedded_super_database_up"), 0)
        for (const part of parts)
          assert.strictEqual(valueOf(found, "embedded_super_unmeasured", { part }), 1, part)
        assert.isUndefined(valueOf(found, "embedded_super_work_waiting"))
      }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
    )
  }
)
