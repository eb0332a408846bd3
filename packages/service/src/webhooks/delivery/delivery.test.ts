import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { heldTimers } from "../../../test/heldTimers.ts"
import {
  type Answer,
  receiver,
  anEntity,
  anEvent,
  aProductWithEndpoint,
  deliveriesOf,
  record,
  startWorker,
  aSendingWorker,
  stoppedAt,
  TestWebhooks,
  unwrittenAtMost
} from "../../../test/webhooks/TestWebhooks.ts"
import { exchangeLimits } from "./deliverySettings.ts"
import { breakerRules } from "./endpointHealth.ts"
import { JITTER, retrySchedule } from "./retryRules.ts"
import { WebhookDeliveries } from "../log/WebhookDeliveries.ts"
import { passTime, StillTime } from "../../../test/at.ts"

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "delivering webhooks",
  (it) => {
    it.effect("a receiver gets what was recorded, and standardwebhooks verifies it", () =>
      Effect.gen(function* () {
        const { partner, productId, secret } = yield* aSendingWorker()
        const employer = yield* anEntity(productId, "employer")
        const [eventId] = yield* record(employer.event("employer_settings_changed"))
        const [arrival = assert.fail("nothing arrived")] = yield* partner.next(1)
        const verified = new Webhook(Redacted.value(secret)).verify(
          arrival.raw,
          arrival.headers as Record<string, string>
        )
        assert.deepInclude(verified, { id: employer.entityId, product_id: productId, version: "v1" })
        assert.strictEqual(arrival.webhookId, `msg_${eventId}`)
        assert.strictEqual(arrival.headers["content-type"], "application/json")
        assert.strictEqual(arrival.headers["content-length"], String(Buffer.byteLength(arrival.raw)))
        assert.throws(() =>
          new Webhook(Redacted.value(secret)).verify(
            `${arrival.raw} `,
            arrival.headers as Record<string, string>
          )
        )
      })
    )

    it.effect("each attempt is signed with its own time by the clock of the day", () =>
      Effect.gen(function* () {
        // Due times use another clock than signatures; here it is a day ahead.
        yield* passTime("1 day")
        const { partner, productId, worker } = yield* aSendingWorker((_, nth) => (nth === 1 ? 500 : 204))
        yield* anEvent(productId, "employer", "employer_settings_changed")
        yield* worker.untilIdle
        yield* passTime("1 minute")
        yield* worker.untilIdle
        const signedAt = partner.arrivals.map(({ headers }) => Number(headers["webhook-timestamp"]))
        assert.lengthOf(signedAt, 2)
        for (const at of signedAt) assert.approximately(at, Date.now() / 1000, 12 * 3600)
        yield* passTime("-1 day")
      })
    )

    it.effect.each<readonly [string, Answer]>([
      ["500", { status: 500, body: "<b>Oops</b>" }],
      ["a 200 that breaks off, which is no receipt", "breaks off"]
    ])("after %s a delivery is sent again with the same id, not before it is due", ([, failed]) =>
      Effect.gen(function* () {
        const { partner, productId, worker } = yield* aSendingWorker((_, nth) => (nth === 1 ? failed : 204))
        const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
        yield* worker.untilIdle
        assert.deepInclude((yield* deliveriesOf(session.entityId))[0], { state: "pending", attempts: 1 })
        yield* passTime("3 seconds")
        const other = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
        yield* worker.untilIdle
        assert.deepStrictEqual(
          partner.arrivals.map(({ body }) => body["id"]),
          [session.entityId, other.entityId]
        )
        yield* passTime("1 minute")
        yield* worker.untilIdle
        const [first, , third] = partner.arrivals
        assert.strictEqual(third?.webhookId, first?.webhookId)
        assert.strictEqual(third?.raw, first?.raw)
        assert.deepInclude((yield* deliveriesOf(session.entityId))[0], { state: "delivered", attempts: 2 })
      })
    )

    it.effect("it is tried 13 times by the schedule, then given up; what waits behind it is then sent", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partner = yield* receiver(({ body }) =>
          body["event"] === "employer_issue_created" ? 503 : 204
        )
        const { productId } = yield* aProductWithEndpoint(partner.url)
        yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
        const worker = yield* startWorker()
        const issue = yield* anEntity(productId, "employer_issue")
        yield* record(issue.event("employer_issue_created"), issue.event("employer_issue_resolved"))
        yield* worker.untilIdle
        for (const { afterAttempt, wait } of retrySchedule) {
          const [row] = yield* sql<{ attempts: number; waits: number }>`
          SELECT attempts, extract(epoch FROM due_at - platform_now())::float8 AS waits FROM webhook_deliveries
          WHERE entity_id = ${issue.entityId} ORDER BY seq LIMIT 1`
          const seconds = Duration.toSeconds(wait)
          assert.strictEqual(row?.attempts, afterAttempt)
          assert.isAtLeast(row?.waits ?? 0, seconds * (1 - JITTER))
          assert.isAtMost(row?.waits ?? 0, seconds * (1 + JITTER))
          assert.lengthOf(partner.arrivals, afterAttempt)
          yield* passTime(Duration.times(wait, 1 + JITTER))
          yield* worker.untilIdle
        }
        yield* passTime(Duration.sum(breakerRules.longestWait, Duration.minutes(1)))
        yield* worker.untilIdle
        assert.deepStrictEqual(
          (yield* deliveriesOf(issue.entityId)).map(({ state, attempts }) => [state, attempts]),
          [
            ["dead", 13],
            ["delivered", 1]
          ]
        )
        assert.lengthOf(partner.arrivals, 14)
      })
    )

    it.effect(
      "a receiver that hangs costs one attempt, and holds up neither others nor its own other entities",
      () =>
        Effect.gen(function* () {
          const stuck = new Set<string>()
          const hanging = yield* receiver(({ body }) => (stuck.has(body["id"] ?? "") ? "hang" : 204))
          const healthy = yield* receiver()
          const one = yield* aProductWithEndpoint(hanging.url)
          const another = yield* aProductWithEndpoint(healthy.url)
          const whole = 123_456
          const endOldest = yield* heldTimers(whole)
          const worker = yield* startWorker({ settings: { limits: { ...exchangeLimits, whole } } })
          const session = yield* anEntity(one.productId, "onboarding_session")
          stuck.add(session.entityId)
          yield* record(session.event("onboarding_session_changed"))
          yield* hanging.next(1)
          const neighbour = yield* anEntity(one.productId, "onboarding_session")
          const elsewhere = yield* anEntity(another.productId, "onboarding_session")
          yield* record(
            neighbour.event("onboarding_session_changed"),
            elsewhere.event("onboarding_session_changed")
          )
          const [[first], [second]] = yield* Effect.all([hanging.next(1), healthy.next(1)])
          assert.strictEqual(first?.body["id"], neighbour.entityId)
          assert.strictEqual(second?.body["id"], elsewhere.entityId)
          yield* endOldest
          yield* worker.untilIdle
          const ofSession = { productId: one.productId, entityId: session.entityId }
          const [delivery] = yield* (yield* WebhookDeliveries).list(ofSession, { limit: 1 })
          assert.strictEqual(delivery?.status, "failed")
          assert.deepInclude(delivery?.attempts[0], { status_code: null, error: "timeout" })
        })
    )

    it.effect("a change that escaped being superseded is superseded by the later one when that is sent", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partner = yield* receiver()
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const session = yield* anEntity(productId, "onboarding_session")
        yield* record(
          session.event("onboarding_session_changed"),
          session.event("onboarding_session_changed")
        )
        // As if a worker had written the first delivery's failed attempt at the same moment as the second was recorded.
        yield* sql`UPDATE webhook_deliveries SET state = 'pending', superseded_by = NULL, attempts = 1,
          due_at = platform_now()
        WHERE entity_id = ${session.entityId} AND seq = 1`
        const worker = yield* startWorker()
        yield* worker.untilIdle
        assert.lengthOf(partner.arrivals, 1)
        assert.deepStrictEqual(
          (yield* deliveriesOf(session.entityId)).map(({ state }) => state),
          ["superseded", "delivered"]
        )
      })
    )

    it.effect(
      "a worker that is asked to end finishes what is in flight, and another one repeats nothing",
      () =>
        Effect.gen(function* () {
          const partner = yield* receiver()
          const { productId } = yield* aProductWithEndpoint(partner.url)
          const { faultPoint, goOn, reached } = yield* stoppedAt("before_ledger_write")
          const scope = yield* Scope.make()
          yield* startWorker({ settings: unwrittenAtMost(1), faultPoint }).pipe(Scope.provide(scope))
          const sessions = yield* Effect.forEach(Array.from({ length: 20 }), () =>
            anEntity(productId, "onboarding_session")
          )
          yield* record(...sessions.map((session) => session.event("onboarding_session_changed")))
          yield* reached
          const ending = yield* Effect.forkChild(Scope.close(scope, Exit.void))
          yield* goOn
          yield* Fiber.join(ending)
          const before = partner.arrivals.length
          assert.isBelow(before, 20)
          const worker = yield* startWorker()
          yield* worker.untilIdle
          assert.strictEqual(new Set(partner.arrivals.map(({ webhookId }) => webhookId)).size, 20)
          assert.lengthOf(partner.arrivals, 20)
        })
    )
  }
)
