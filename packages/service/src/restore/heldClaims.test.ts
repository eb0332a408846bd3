import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund, call, lookUp, registered } from "../../test/funds/TestFundCalls.ts"
import { aRegistration, registrationOf, TestRegistering } from "../../test/funds/TestRegistering.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { devSettings } from "../../test/TestSettings.ts"
import {
  anEvent,
  aProductWithEndpoint,
  receiver,
  startWorker,
  stoppedAt,
  TestWebhooks
} from "../../test/webhooks/TestWebhooks.ts"
import { fundCallLedger } from "../funds/calls/FundCallLedger.ts"
import { newId } from "../platform/ids/newId.ts"
import { Mailer } from "../platform/mail/Mailer.ts"
import { makeOutgoing, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { outgoingHoldRepo } from "../platform/outgoing/OutgoingHoldRepo.ts"
import { servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { makeNoticeEmails } from "../webhooks/notices/NoticeEmails.ts"

/** A process whose look at the hold counts for so long. */
const looking = (countsFor: Duration.Duration) =>
  Layer.effect(Outgoing, makeOutgoing(countsFor)).pipe(Layer.provide([TestDatabase.layer, devSettings]))

/** A process that looked once, when all might be sent, and never looks again. */
const lookedOnce = looking(Duration.infinity)

const column = (name: string, value: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE served_database SET ${sql(name)} = ${value}`)
const accept = Effect.flatMap(servedDatabaseRepo, (repo) => repo.accept)

/** What changes between two looks, and its end. */
const CHANGES = [
  ["a failover to a promoted replica", column("timeline", "000000FF"), accept],
  ["a failover to another server", column("system_identifier", "7000000000000000000"), accept],
  ["a restore into the same tables", column("table_oid", "1"), accept],
  [
    "a hold of an operator",
    Effect.flatMap(outgoingHoldRepo, ({ set }) =>
      set({ until: new Date("2099-01-01T00:00:00Z"), reason: "maintenance" })
    ),
    Effect.flatMap(outgoingHoldRepo, ({ release }) => release)
  ]
] as const

/** What sends. Each prepares itself while all may be sent, and then sends one thing: how many went out so far. */
const FUND_CALLS = {
  lookup: Effect.gen(function* () {
    const server = yield* fundServer(() => ({ status: 200, body: { employer_found: true } }))
    const employer_lookup = { source: "live", url: `${server.origin}/v1/employer_lookup` }
    const fund = yield* aFund(server.url, { operations: { member_registration: undefined, employer_lookup } })
    return Effect.map(lookUp(fund), () => server.calls.length)
  }),
  "registration with credentials that the fund knows": Effect.gen(function* () {
    const server = yield* fundServer(() => registered)
    const fund = yield* aFund(server.url)
    yield* call(fund)
    return Effect.map(call(fund), () => server.calls.length - 1)
  }),
  "registration with credentials that it doesn't know yet": Effect.gen(function* () {
    const server = yield* fundServer(() => registered)
    const fund = yield* aFund(server.url)
    return Effect.map(call(fund), () => server.calls.length)
  }),
  "durable call that was claimed before": Effect.gen(function* () {
    const { session } = yield* aRegistration((yield* fundServer()).url)
    const ledger = yield* fundCallLedger
    const { id } = yield* registrationOf(session)
    const claimed = Option.getOrThrow(yield* ledger.claim(id, yield* newId, []))
    return Effect.map(ledger.begin(claimed, yield* newId), Number)
  })
}

const cases = Object.entries(FUND_CALLS).flatMap(([name, sender]) =>
  CHANGES.map(([change, begin, end]) => [name, change, sender, begin, end] as const)
)

layer(TestRegistering.layer.pipe(Layer.provideMerge(lookedOnce)), { excludeTestServices: true })(
  "a call to a fund",
  (it) => {
    it.effect.each(cases)(
      "(%s) isn't made after %s that the process hasn't noticed",
      ([, , sender, begin, end]) =>
        Effect.gen(function* () {
          assert.isUndefined(yield* (yield* Outgoing).hold)
          yield* accept
          const sent = yield* sender
          yield* begin
          assert.strictEqual(yield* sent, 0)
          assert.isUndefined(yield* (yield* Outgoing).hold, "it hasn't noticed")
          yield* end
          assert.strictEqual(yield* sent, 1)
        })
    )
  }
)

layer(TestWebhooks.layer.pipe(Layer.provideMerge(lookedOnce)), { excludeTestServices: true })(
  "after a change that the process hasn't noticed",
  (it) => {
    it.effect.each(CHANGES)(
      "(%s) no webhook is claimed, not even by a run that has begun",
      ([, begin, end]) =>
        Effect.gen(function* () {
          assert.isUndefined(yield* (yield* Outgoing).hold)
          yield* accept
          const partner = yield* receiver()
          const { productId } = yield* aProductWithEndpoint(partner.url)
          const claimed = yield* stoppedAt("after_claim")
          const releases = yield* Queue.unbounded<void>()
          yield* startWorker({
            faultPoint: (name) =>
              name === "after_release"
                ? Effect.asVoid(Queue.offer(releases, undefined))
                : claimed.faultPoint(name)
          })
          yield* anEvent(productId, "employer", "employer_settings_changed")
          yield* claimed.reached
          yield* partner.next(1)
          yield* begin
          const { id } = yield* anEvent(productId, "employer", "employer_settings_changed")
          yield* claimed.goOn
          // The first may follow a claim from before the change; the sweep brings the second.
          yield* Queue.takeN(releases, 2)
          assert.lengthOf(partner.arrivals, 1)
          yield* end
          const [later] = yield* partner.next(1)
          assert.strictEqual(later?.webhookId, `msg_${id}`)
        })
    )

    it.effect.each(CHANGES)("(%s) no e-mail is sent", ([, begin, end]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* accept
        const { endpointId, productId } = yield* aProductWithEndpoint("https://hooks.example.com/")
        yield* sql`UPDATE products SET technical_contact_email = 'it@payroll.example.com' WHERE id = ${productId}`
        yield* sql`INSERT INTO webhook_notices (id, endpoint_id, kind, failing_since, at)
          VALUES (${yield* newId}, ${endpointId}, 'paused_failing', '2026-11-15T22:10:49Z', platform_now())`
        let sent = 0
        const mailer = Option.some({ send: () => Effect.sync(() => void (sent += 1)) })
        const outgoing = yield* Outgoing
        const sendAll = yield* makeNoticeEmails.pipe(
          Effect.provideService(Mailer, mailer),
          Effect.provideService(Outgoing, { ...outgoing, look: outgoing.hold })
        )
        yield* begin
        yield* sendAll
        assert.strictEqual(sent, 0)
        yield* end
        yield* sendAll
        assert.strictEqual(sent, 1)
      })
    )
  }
)

layer(TestWebhooks.layer.pipe(Layer.provideMerge(looking(Duration.zero))), { excludeTestServices: true })(
  "once a process sees it",
  (it) => {
    it.effect.each(CHANGES)("(%s) webhooks that are claimed and haven't begun go back", ([, begin, end]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* accept
        const answer = yield* Deferred.make<void>()
        const partner = yield* receiver(() => Effect.runPromise(Effect.as(Deferred.await(answer), 204)))
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const made = Effect.map(anEvent(productId, "employer", "employer_settings_changed"), ({ id }) => id)
        const ids = yield* Effect.replicateEffect(made, 6)
        const releases = yield* Queue.unbounded<void>()
        yield* startWorker({
          settings: {
            requestsPerEndpoint: 2,
            holdsEvery: Duration.millis(20),
            renewEvery: Duration.hours(1)
          },
          faultPoint: (name) =>
            name === "after_release" ? Effect.asVoid(Queue.offer(releases, undefined)) : Effect.void
        })
        yield* Effect.addFinalizer(() => Deferred.succeed(answer, undefined))
        yield* partner.next(2)
        yield* begin
        // By the second renewal the worker has heard of the first one's answer.
        const leasedUntil = Effect.map(
          sql<{ until: string }>`SELECT l.expires_at::text AS until FROM webhook_leases l
            JOIN webhook_endpoints e ON e.id = l.endpoint_id WHERE e.product_id = ${productId}`,
          ([row]) => row?.until
        )
        for (const _ of [1, 2]) {
          const before = yield* leasedUntil
          while ((yield* leasedUntil) === before) yield* Effect.sleep("10 millis")
        }
        yield* Deferred.succeed(answer, undefined)
        yield* Queue.take(releases)
        assert.lengthOf(partner.arrivals, 2)
        yield* end
        yield* partner.next(4)
        assert.sameMembers(
          partner.arrivals.map(({ webhookId }) => webhookId),
          ids.map((id) => `msg_${id}`)
        )
      })
    )
  }
)
