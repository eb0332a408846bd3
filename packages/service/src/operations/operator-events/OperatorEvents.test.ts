import * as S from "@embedded-super/contracts/schemas"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { admin, adminJson } from "../../../test/admin.ts"
import { passTime } from "../../../test/at.ts"
import { aFund } from "../../../test/funds/TestFundCalls.ts"
import { fundServer } from "../../../test/funds/fundServer.ts"
import { aReview, confirm, TestRegistering } from "../../../test/funds/TestRegistering.ts"
import { receiver, startWorker } from "../../../test/webhooks/TestWebhooks.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import type { Measure } from "../../platform/metrics/definitions.ts"
import { WebhookEndpoints } from "../../webhooks/endpoints/WebhookEndpoints.ts"
import { OPERATOR } from "../../webhooks/events/operatorBody.ts"
import { makeHealth } from "../Health.ts"
import { makeOperatorEvents } from "./OperatorEvents.ts"
import { troublesRepo } from "./TroublesRepo.ts"

const unreachable = (fund: string, value: number): ReadonlyArray<Measure> => [
  { name: "embedded_super_fund_breaker_openings", labels: { fund, mode: "live" }, value }
]

const unread: ReadonlyArray<Measure> = [
  { name: "embedded_super_unmeasured", labels: { part: "funds" }, value: 1 }
]

/** The recorded events about a fund, in the order of their numbers. */
const eventsOf = Effect.fnUntraced(function* (fund: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; event: string; seq: number; body: string; state: string }>`
    SELECT e.id, e.event, e.seq, e.body, d.state FROM events e JOIN webhook_deliveries d ON d.id = e.id
    WHERE e.product_id = ${OPERATOR} AND e.body::jsonb #>> '{data,fund}' = ${fund} ORDER BY e.seq`
  return rows.map((row) => ({
    ...row,
    body: Schema.decodeUnknownSync(Schema.fromJsonString(S.OperatorEvent))(row.body)
  }))
})

const anAddress = (url: string) =>
  Effect.flatMap(WebhookEndpoints, ({ set }) => set({ productId: OPERATOR, url }))

/** A trouble that was found a minute ago, so that the next look starts it. */
const found = Effect.fnUntraced(function* (fund: string) {
  const look = yield* makeOperatorEvents
  yield* look(unreachable(fund, 1))
  yield* passTime("1 minute")
  return look
})

const services = Layer.provideMerge(WebhookEndpoints.layer, TestRegistering.layer).pipe(
  Layer.provideMerge(NodeFileSystem.layer)
)

layer(services, { excludeTestServices: true })("events for the operator", (it) => {
  it.effect("without an address there is none, and the command takes only a public one over https", () =>
    Effect.gen(function* () {
      const look = yield* found("before")
      yield* look(unreachable("before", 1))
      yield* look([])
      assert.deepStrictEqual(yield* eventsOf("before"), [])
      assert.isFalse(yield* (yield* troublesRepo).hasAddress)

      for (const url of ["http://ops.example.com/", "https://10.0.0.5/", "https://pager.internal/"]) {
        const refused = yield* admin(`operator-events set ${url}`)
        assert.strictEqual(refused.code, 1, url)
        assert.include(refused.output, "Events can't be sent to this address.")
      }
      assert.strictEqual((yield* admin("operator-events rotate-secret")).code, 1)
      const set = yield* admin("operator-events set https://ops.example.com/a-token")
      assert.match(set.output, /^secret, shown only once: whsec_\S+$/m)
      assert.isTrue(yield* (yield* troublesRepo).hasAddress)
      const again = yield* admin("operator-events set https://ops.example.com/other-token")
      assert.include(again.output, "signed with the secret that you have")
      assert.match((yield* admin("operator-events rotate-secret")).output, /^secret, shown only once: whsec_/)
      assert.match((yield* admin("webhook list")).output, /operator\/events {2}ops\.example\.com {2}active/)
      assert.strictEqual((yield* admin("operator-events off")).code, 0)
      assert.isFalse(yield* (yield* troublesRepo).hasAddress)
      const audit = yield* admin("audit")
      for (const action of ["webhook_endpoint.set", "webhook_secret.rotate"])
        assert.include(audit.output, action)
      assert.notInclude(audit.output, "token")
    })
  )

  it.effect("a receiver gets the start and the end, in order, and standardwebhooks verifies them", () =>
    Effect.gen(function* () {
      const ops = yield* receiver()
      yield* anAddress(ops.url)
      const secret = Option.getOrThrow(yield* (yield* WebhookEndpoints).rotateSecret(OPERATOR))
      const worker = yield* startWorker()
      const look = yield* found("banksia")
      yield* look(unreachable("banksia", 1))
      yield* look(unreachable("banksia", 1))
      yield* look(unreachable("banksia", 0))
      const arrivals = yield* ops.next(2)
      yield* worker.untilIdle
      const bodies = arrivals.map(({ headers, raw }) => {
        const verified = new Webhook(Redacted.value(secret)).verify(raw, headers as Record<string, string>)
        return Schema.decodeUnknownSync(S.OperatorEvent)(verified)
      })
      assert.deepStrictEqual(
        bodies.map(({ type }) => type),
        ["trouble_started", "trouble_ended"]
      )
      const [started, ended] = bodies
      assert.deepInclude<object>(started?.data ?? {}, {
        trouble: "fund_unreachable",
        severity: "critical",
        fund: "banksia",
        because: null,
        ended_at: null,
        summary: "Calls to banksia are suspended: it fails or can't be reached"
      })
      assert.match(started?.data.guide_url ?? "", /\/operators\/watch-it\/#fundunreachable$/)
      assert.strictEqual(ended?.data.id, started?.data.id)
      assert.strictEqual(ended?.data.started_at, started?.data.started_at)
      assert.isNotNull(ended?.data.ended_at)
      const stored = yield* eventsOf("banksia")
      assert.deepStrictEqual(
        arrivals.map(({ webhookId }) => webhookId),
        stored.map(({ id }) => `msg_${id}`)
      )
      assert.deepStrictEqual(
        stored.map(({ seq, state }) => [seq, state]),
        [
          [1, "delivered"],
          [2, "delivered"]
        ]
      )
    })
  )

  it.effect(
    "a version without operator events can't open the secret, so it sends none and leaves them waiting",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* anAddress("http://127.0.0.1:9/")
        const [secret = assert.fail("there is no secret")] = yield* sql<{ id: string; sealed: Uint8Array }>`
        SELECT s.id, s.sealed FROM webhook_secrets s JOIN webhook_endpoints e ON e.id = s.endpoint_id
        WHERE e.product_id = ${OPERATOR} AND s.expires_at IS NULL`
        const opened = (yield* Vault).open(
          { table: "webhook_secrets", column: "sealed", tenant: OPERATOR, row: secret.id },
          secret.sealed
        )
        assert.strictEqual((yield* Effect.flip(opened))._tag, "CannotOpen")
      })
  )

  it.effect("two looks at the same time record one event", () =>
    Effect.gen(function* () {
      yield* anAddress("http://127.0.0.1:9/")
      const look = yield* found("twice")
      const start = look(unreachable("twice", 1))
      yield* Effect.all([start, start, start], { concurrency: "unbounded" })
      const end = look(unreachable("twice", 0))
      yield* Effect.all([end, end, end], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        (yield* eventsOf("twice")).map(({ event, seq }) => [event, seq]),
        [
          ["trouble_started", 1],
          ["trouble_ended", 2]
        ]
      )
    })
  )

  it.effect("the state and its event are committed together, or neither is", () =>
    Effect.gen(function* () {
      yield* anAddress("http://127.0.0.1:9/")
      const look = yield* found("together")
      const broken = Effect.provideService(look(unreachable("together", 1)), FaultPoint, () =>
        Effect.die("killed")
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(broken)))
      assert.deepStrictEqual(yield* eventsOf("together"), [])
      yield* look(unreachable("together", 1))
      assert.lengthOf(yield* eventsOf("together"), 1)
    })
  )

  it.effect("a part that couldn't be read starts and ends nothing", () =>
    Effect.gen(function* () {
      yield* anAddress("http://127.0.0.1:9/")
      const look = yield* found("unread")
      yield* look([...unreachable("unread", 1), ...unread])
      assert.deepStrictEqual(yield* eventsOf("unread"), [])
      yield* look(unreachable("unread", 1))
      yield* look(unread)
      assert.lengthOf(yield* eventsOf("unread"), 1)
    })
  )

  it.effect("one that was given up is listed and sent again, with its id", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* anAddress("http://127.0.0.1:9/")
      const look = yield* found("again")
      yield* look(unreachable("again", 1))
      const [{ id } = assert.fail("nothing was recorded")] = yield* eventsOf("again")
      assert.include((yield* admin("webhook due")).output, `${id}  trouble_started`)
      yield* sql`UPDATE webhook_deliveries SET state = 'dead', due_at = NULL WHERE id = ${id}`
      assert.include((yield* admin(`webhook dead --product ${OPERATOR}`)).output, "of operator")
      const replayed = yield* admin(`webhook replay msg_${id}`)
      assert.deepStrictEqual(replayed, { code: 0, output: "1 webhook is sent again\n" })
      assert.strictEqual((yield* eventsOf("again"))[0]?.state, "pending")
      const { document } = yield* adminJson(`webhook status ${OPERATOR}`)
      assert.nestedInclude(document, { enabled: true, host: "127.0.0.1:9" })
    })
  )

  it.effect("no name, address or number of a person is in any", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* anAddress("http://127.0.0.1:9/")
      const fund = yield* aFund((yield* fundServer()).url)
      const session = yield* aReview(fund)
      yield* confirm(session)
      yield* sql`UPDATE fund_calls SET state = 'stopped', because = 'unknown', ended_at = business_now(true)`
      yield* passTime("45 days")
      // Simulated funds and products are in no event: here they count as live ones.
      const measures = (yield* yield* makeHealth).map(
        (measure) => ({ ...measure, labels: { ...measure.labels, mode: "live" } }) as Measure
      )
      const look = yield* makeOperatorEvents
      yield* look(measures)
      yield* passTime("1 minute")
      yield* look(measures)
      const events = yield* eventsOf(fund.slug)
      assert.includeMembers(
        events.map(({ body }) => body.data.trouble),
        ["operator_needed", "payday_super_near"]
      )
      const bodies = yield* sql<{ body: string }>`SELECT body FROM events WHERE product_id = ${OPERATOR}`
      const canaries = [
        "Niamh",
        "Connor",
        "Wattle",
        "51824753556",
        session.id,
        session.employeeId,
        session.employerId
      ]
      for (const { body } of bodies)
        for (const canary of [...canaries, "@", "+61"]) assert.notInclude(body, canary)
    })
  )
})
