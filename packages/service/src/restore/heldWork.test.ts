import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund, TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import {
  aRegistration,
  registrationOf,
  startWorker,
  TestRegistering
} from "../../test/funds/TestRegistering.ts"
import { receiver } from "../../test/webhooks/TestWebhooks.ts"
import { LiveLookup } from "../default-activate/LiveLookup.ts"
import { newId } from "../platform/ids/newId.ts"
import { Mailer } from "../platform/mail/Mailer.ts"
import { type Hold, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { makeNoticeEmails } from "../webhooks/notices/NoticeEmails.ts"

/** A hold that the test ends. */
const aHold = () => {
  let held: Hold | undefined = "restored"
  return {
    outgoing: { hold: Effect.sync(() => held) },
    release: Effect.sync(() => {
      held = undefined
    })
  }
}

layer(TestRegistering.layer, { excludeTestServices: true })(
  "while outgoing work is held, a registration",
  (it) => {
    it.effect("waits, spends nothing, and is made once the hold is over", () =>
      Effect.gen(function* () {
        const { outgoing, release } = aHold()
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        const looked = yield* Queue.unbounded<string>()
        const worker = yield* startWorker((name) => Effect.asVoid(Queue.offer(looked, name))).pipe(
          Effect.provideService(Outgoing, outgoing)
        )
        // The wake-up of the request was handled, and the worker did nothing else.
        assert.strictEqual(yield* Queue.take(looked), "after_release")
        assert.deepInclude(yield* registrationOf(session), { state: "waiting", because: null, attempts: 0 })
        assert.lengthOf(server.calls, 0)

        yield* release
        yield* worker.untilIdle
        assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 1 })
        assert.lengthOf(server.calls, 1)
      })
    )
  }
)

const { outgoing: heldForGood } = aHold()

const lookups = LiveLookup.layer.pipe(
  Layer.provideMerge(TestFundCalls.layer),
  Layer.provide(Layer.succeed(Outgoing, heldForGood))
)

layer(lookups, { excludeTestServices: true })("while outgoing work is held, a lookup", (it) => {
  it.effect("isn't made, and fails closed", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => ({ status: 200, body: { employer_found: true } }))
      const employer_lookup = { source: "live", url: `${server.origin}/v1/employer_lookup` }
      const fund = yield* aFund(server.url, {
        operations: { member_registration: undefined, employer_lookup }
      })
      const lookup = yield* LiveLookup
      const asked = lookup.ask(yield* aProduct({ sandboxed: true }), fund, "51824753556" as S.Abn)
      assert.strictEqual((yield* Effect.flip(asked))._tag, "NotAsked")
      assert.lengthOf(server.calls, 0)
    })
  )
})

layer(Webhooks.TestWebhooks.layer, { excludeTestServices: true })("while outgoing work is held", (it) => {
  it.effect("webhooks wait, and are sent once the hold is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { outgoing, release } = aHold()
      const partner = yield* receiver()
      const { productId } = yield* Webhooks.aProductWithEndpoint(partner.url)
      const employer = yield* Webhooks.anEntity(productId, "employer")
      yield* Webhooks.record(employer.event("employer_settings_changed"))
      const worker = yield* Effect.provideService(Webhooks.startWorker(), Outgoing, outgoing)
      // The wake-up of the event was handled.
      yield* Effect.repeat(sql`SELECT FROM effect_queue WHERE state = 'pending' AND visible_at <= now()`, {
        until: (jobs) => jobs.length === 0,
        schedule: Schedule.spaced("20 millis")
      })
      const states = Effect.map(Webhooks.deliveriesOf(employer.entityId), (rows) =>
        rows.map(({ attempts, state }) => [state, attempts])
      )
      assert.deepStrictEqual(yield* states, [["pending", 0]])
      assert.lengthOf(partner.arrivals, 0)

      yield* release
      yield* worker.untilIdle
      assert.deepStrictEqual(yield* states, [["delivered", 1]])
    })
  )

  it.effect("e-mails wait, and are sent once the hold is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { outgoing, release } = aHold()
      const { endpointId, productId } = yield* Webhooks.aProductWithEndpoint("https://hooks.example.com/")
      yield* sql`UPDATE products SET technical_contact_email = 'it@payroll.example.com' WHERE id = ${productId}`
      // Older than a day: an e-mail that can't be sent is then given up.
      yield* sql`INSERT INTO webhook_notices (id, endpoint_id, kind, failing_since, at)
        VALUES (${yield* newId}, ${endpointId}, 'paused_failing', '2026-11-15T22:10:49Z',
          platform_now() - interval '2 days')`
      const sent: Array<string> = []
      const mailer = Option.some({
        send: ({ to }: { readonly to: string }) => Effect.sync(() => void sent.push(to))
      })
      const sendAll = yield* makeNoticeEmails.pipe(
        Effect.provideService(Mailer, mailer),
        Effect.provideService(Outgoing, outgoing)
      )
      yield* sendAll
      assert.lengthOf(sent, 0)
      yield* release
      yield* sendAll
      assert.deepStrictEqual(sent, ["it@payroll.example.com"])
    })
  )
})
