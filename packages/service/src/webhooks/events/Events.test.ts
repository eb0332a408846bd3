import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { decodeWebhook } from "@embedded-super/contracts/webhooks"
import {
  webhookEvents,
  type WebhookEventName,
  webhookSubjects
} from "@embedded-super/contracts/webhook-events"
import { aProduct } from "../../../test/aProduct.ts"
import {
  anEntity,
  anEvent,
  aProductWithEndpoint,
  deliveriesOf,
  record,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { Events } from "./Events.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { eventId } from "./eventId.ts"

const url = "http://127.0.0.1:9/hooks"

const bodyOf = Effect.fnUntraced(function* (eventId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ body: string; insertedAt: Date }>`
    SELECT body, inserted_at AS "insertedAt" FROM events WHERE id = ${eventId}`
  return row ?? assert.fail("no such event")
})

const waitingWakeUps = Effect.fnUntraced(function* (endpointId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT FROM effect_queue WHERE state = 'pending' AND element LIKE ${`%${endpointId}%`}`
  return rows.length
})

layer(TestWebhooks.layer, { excludeTestServices: true })("recording events", (it) => {
  it.effect(
    "an event's body is the eight fields, in the description's order, and no more [R-2.1-11, R-4.1-2, R-6-1, R-9-5]",
    () =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint(url)
        const employer = yield* anEntity(productId, "employer")
        const [id = ""] = yield* record(employer.event("employer_settings_changed"))
        const { body, insertedAt } = yield* bodyOf(id)
        assert.strictEqual(
          body,
          `{"subject":"employer","event":"employer_settings_changed","id":"${employer.entityId}",` +
            `"remote_id":"remote ${employer.entityId}",` +
            `"url":"https://api.example.test/api/v1/employers/${employer.entityId}","product_id":"${productId}",` +
            `"inserted_at":"${insertedAt.toISOString()}","version":"v1"}`
        )
      })
  )

  it.effect.each(Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>)(
    "%s says where its entity is fetched [R-2.1-12]",
    (event) =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint(url)
        const { subject } = webhookEvents[event]
        const entity = yield* anEntity(productId, subject)
        const [id = ""] = yield* record(entity.event(event))
        const body = JSON.parse((yield* bodyOf(id)).body)
        assert.strictEqual(Result.getOrThrow(decodeWebhook(body))._tag, "Known")
        assert.strictEqual(
          body.url,
          `https://api.example.test${webhookSubjects[subject].path}/${entity.entityId}`
        )
        assert.strictEqual(body.subject, subject)
        assert.strictEqual(
          body.remote_id,
          subject === "employer_issue" ? entity.entityId : `remote ${entity.entityId}`
        )
      })
  )

  it.effect("an event is committed with the change that it reports, or undone with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId, endpointId } = yield* aProductWithEndpoint(url)
      const session = yield* anEntity(productId, "onboarding_session")
      const before = yield* waitingWakeUps(endpointId)
      yield* Effect.flip(
        sql.withTransaction(
          Effect.andThen(
            (yield* Events).record(session.event("onboarding_session_changed")),
            Effect.fail("changed my mind")
          )
        )
      )
      assert.deepStrictEqual(yield* deliveriesOf(session.entityId), [])
      assert.strictEqual(yield* waitingWakeUps(endpointId), before)
      yield* record(session.event("onboarding_session_changed"))
      assert.strictEqual(yield* waitingWakeUps(endpointId), before + 1)
    })
  )

  it.effect("an event outside of a transaction is a mistake", () =>
    Effect.gen(function* () {
      const { productId } = yield* aProductWithEndpoint(url)
      const session = yield* anEntity(productId, "onboarding_session")
      const exit = yield* Effect.exit((yield* Events).record(session.event("onboarding_session_changed")))
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(yield* deliveriesOf(session.entityId), [])
    })
  )

  it.effect("two events of one version of an entity are a mistake", () =>
    Effect.gen(function* () {
      const { productId } = yield* aProductWithEndpoint(url)
      const employer = yield* anEntity(productId, "employer")
      const event = employer.event("employer_settings_changed")
      yield* record(event)
      assert.strictEqual((yield* Effect.flip(record(event)))._tag, "SqlError")
    })
  )

  it.effect("of changes that wait the newest is sent, and the others show what took their place", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId } = yield* aProductWithEndpoint(url)
      const employer = yield* anEntity(productId, "employer")
      const other = yield* anEvent(productId, "employer", "employer_settings_changed")
      for (let change = 0; change < 4; change += 1) yield* record(employer.event("employer_settings_changed"))
      const states = (yield* deliveriesOf(employer.entityId)).map(({ state }) => state)
      assert.deepStrictEqual(states, ["superseded", "superseded", "superseded", "pending"])
      const chain = yield* sql<{ seq: number; by: number }>`
        SELECT d.seq, n.seq AS by FROM webhook_deliveries d JOIN webhook_deliveries n ON n.id = d.superseded_by
        WHERE d.entity_id = ${employer.entityId} ORDER BY d.seq`
      assert.deepStrictEqual(
        chain.map(({ seq, by }) => [seq, by]),
        [
          [1, 2],
          [2, 3],
          [3, 4]
        ]
      )
      assert.strictEqual((yield* deliveriesOf(other.entityId))[0]?.state, "pending")
    })
  )

  it.effect(
    "completion supersedes a session's waiting changes, and nothing can follow it [R-3-15, R-6-13]",
    () =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint(url)
        const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
        yield* record(
          session.event("onboarding_session_changed"),
          session.event("onboarding_session_completed")
        )
        for (const event of ["onboarding_session_changed", "onboarding_session_completed"] as const) {
          assert.strictEqual((yield* Effect.flip(record(session.event(event))))._tag, "NoFurtherWebhooks")
        }
        assert.deepStrictEqual(
          (yield* deliveriesOf(session.entityId)).map(({ event, state }) => [event, state]),
          [
            ["onboarding_session_changed", "superseded"],
            ["onboarding_session_changed", "superseded"],
            ["onboarding_session_completed", "pending"]
          ]
        )
      })
  )

  it.effect("each late membership of an employee is delivered: none supersedes another [R-6-28]", () =>
    Effect.gen(function* () {
      const { productId } = yield* aProductWithEndpoint(url)
      const employee = yield* anEntity(productId, "employee")
      for (let number = 0; number < 3; number += 1) yield* record(employee.event("employee_changed"))
      assert.deepStrictEqual(
        (yield* deliveriesOf(employee.entityId)).map(({ seq, state }) => [seq, state]),
        [
          [1, "pending"],
          [2, "pending"],
          [3, "pending"]
        ]
      )
    })
  )

  it.effect("nothing follows completion either when the product had no endpoint at the time", () =>
    Effect.gen(function* () {
      const productId = yield* aProduct()
      const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_completed")
      assert.deepStrictEqual(yield* deliveriesOf(session.entityId), [])
      yield* (yield* WebhookEndpoints).set({ productId, url })
      const error = yield* Effect.flip(record(session.event("onboarding_session_changed")))
      assert.strictEqual(error._tag, "NoFurtherWebhooks")
    })
  )

  it.effect(
    "issue webhooks are off until they are enabled for the partner [R-2.1-17, R-2.1-18, R-5-10]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId } = yield* aProductWithEndpoint(url)
        const issue = yield* anEvent(productId, "employer_issue", "employer_issue_created")
        assert.deepStrictEqual(yield* deliveriesOf(issue.entityId), [])
        yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true
        WHERE id = (SELECT partner_id FROM products WHERE id = ${productId})`
        yield* record(issue.event("employer_issue_resolved"))
        assert.deepStrictEqual(
          (yield* deliveriesOf(issue.entityId)).map(({ event, state }) => [event, state]),
          [["employer_issue_resolved", "pending"]]
        )
      })
  )

  it.effect("an issue that is resolved at once is still reported first [R-3-2, R-3-4]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId } = yield* aProductWithEndpoint(url)
      yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
      const issue = yield* anEvent(productId, "employer_issue", "employer_issue_created")
      yield* record(issue.event("employer_issue_resolved"))
      assert.deepStrictEqual(
        (yield* deliveriesOf(issue.entityId)).map(({ state }) => state),
        ["pending", "pending"]
      )
    })
  )

  it.effect("an endpoint that is turned off gets nothing, also not later; a paused one gets it later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId, endpointId } = yield* aProductWithEndpoint(url)
      const endpoints = yield* WebhookEndpoints
      yield* endpoints.set({ productId, url, enabled: false })
      const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
      assert.deepStrictEqual(yield* deliveriesOf(session.entityId), [])
      yield* endpoints.set({ productId, url })
      yield* sql`UPDATE webhook_endpoints SET paused_at = now(), paused_because = 'operator' WHERE id = ${endpointId}`
      const before = yield* waitingWakeUps(endpointId)
      yield* record(session.event("onboarding_session_changed"))
      assert.strictEqual((yield* deliveriesOf(session.entityId))[0]?.state, "pending")
      assert.strictEqual(yield* waitingWakeUps(endpointId), before)
    })
  )

  it.effect(
    "nobody is woken for a receiver that is left alone for now, and what happens meanwhile waits",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId, endpointId } = yield* aProductWithEndpoint(url)
        const wakes = Effect.fnUntraced(function* (column: string, moment: string) {
          yield* sql`INSERT INTO webhook_leases (endpoint_id) VALUES (${endpointId}) ON CONFLICT DO NOTHING`
          yield* sql`UPDATE webhook_leases SET probe_at = NULL, openings = 0, hold_until = NULL
          WHERE endpoint_id = ${endpointId}`
          const wait = column === "probe_at" ? sql`, openings = 1` : sql``
          yield* sql`UPDATE webhook_leases SET ${sql(column)} = platform_now() + ${moment}::text::interval ${wait}
          WHERE endpoint_id = ${endpointId}`
          const before = yield* waitingWakeUps(endpointId)
          const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
          assert.strictEqual((yield* deliveriesOf(session.entityId))[0]?.state, "pending")
          return (yield* waitingWakeUps(endpointId)) - before
        })
        assert.strictEqual(yield* wakes("probe_at", "30 seconds"), 0)
        assert.strictEqual(yield* wakes("hold_until", "30 seconds"), 0)
        assert.strictEqual(yield* wakes("probe_at", "-1 second"), 1)
        assert.strictEqual(yield* wakes("hold_until", "-1 second"), 1)
      })
  )
})

describe("eventId", () => {
  it("is a UUIDv7 of the given microsecond", () => {
    const id = eventId(Date.UTC(2026, 10, 21) * 1000 + 250)
    assert.match(id, /^01a1fb67-1800-7400-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it("sorts by time, to the microsecond", () => {
    const start = Date.UTC(2026, 10, 21) * 1000
    const ids = Array.from({ length: 3000 }, (_, index) => eventId(start + index))
    assert.deepStrictEqual(ids.toSorted(), ids)
    assert.strictEqual(new Set(Array.from({ length: 100 }, () => eventId(start))).size, 100)
  })
})
