import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { aSession, anEmployer, type Session, TestOnboarding } from "../../test/TestOnboarding.ts"
import { Employers } from "../employers/Employers.ts"
import { employersRepo } from "../employers/EmployersRepo.ts"
import { settingsChanges } from "../employers/settingsChanges.ts"
import { now } from "../platform/time/timestamp.ts"
import { Ato } from "../ato/Ato.ts"
import type { AtoEmployer, Payee, StapledFund } from "../ato/AtoAdapter.ts"
import { type SimulatedAtoEmployer, simulatedAtoRepo } from "../ato/SimulatedAtoRepo.ts"
import { Stapling } from "./Stapling.ts"

const fund = {
  fund_abn: "60905115063",
  fund_name: "Banksia Super",
  usi: "60905115063002",
  member_number: "77012345"
} as StapledFund

const payee: Payee = {
  identity: {} as S.Identity,
  address: null,
  tfn: Redacted.make("123456782") as S.Tfn
}

/** Sets the simulated ATO's data for the session's employer. */
const atoKnows = Effect.fnUntraced(function* (
  { employerId, productId }: Session,
  known: Partial<SimulatedAtoEmployer>
) {
  const repo = yield* simulatedAtoRepo
  yield* repo.put(
    { product_id: productId, employer_id: employerId, access: true, outcome: "none", fund: null, ...known },
    yield* now
  )
})

/** A session of an employer who has connected stapling and accepted its declaration. */
const aConnectedSession = Effect.gen(function* () {
  const session = yield* aSession()
  const sql = yield* SqlClient.SqlClient
  const changes = yield* settingsChanges
  const repo = yield* employersRepo
  yield* sql.withTransaction(
    Effect.gen(function* () {
      const employer = yield* Effect.fromOption(yield* repo.lock(session.productId, session.employerId))
      yield* changes.apply(
        employer,
        { stapling_status: "connected", accepted_stapling_statement: true },
        yield* now
      )
    })
  )
  return session
})

const lookUp = Effect.fnUntraced(function* (session: Session, who = Effect.succeed(payee)) {
  const { employerId, id, productId } = session
  return yield* (yield* Stapling).lookUp({ productId, employerId, sessionId: id, payee: who })
})

layer(TestOnboarding.layer, { excludeTestServices: true })("a stapling request", (it) => {
  it.effect("answers what the ATO says: a stapled fund, none, or that the employee is unmatched", () =>
    Effect.gen(function* () {
      const session = yield* aConnectedSession
      yield* atoKnows(session, { outcome: "stapled_fund", fund })
      assert.deepStrictEqual(yield* lookUp(session), { _tag: "Stapled", fund })
      const second = yield* aConnectedSession
      assert.strictEqual((yield* lookUp(second))._tag, "NoStapledFund")
      const third = yield* aConnectedSession
      yield* atoKnows(third, { outcome: "unmatched" })
      assert.strictEqual((yield* lookUp(third))._tag, "Unmatched")
    })
  )

  it.effect("is made once a session: the answer is remembered, the employee isn't looked at again", () =>
    Effect.gen(function* () {
      const session = yield* aConnectedSession
      const opened = yield* Ref.make(0)
      const who = Effect.as(
        Ref.update(opened, (times) => times + 1),
        payee
      )
      yield* atoKnows(session, { outcome: "stapled_fund", fund })
      yield* lookUp(session, who)
      yield* atoKnows(session, { outcome: "none" })
      assert.deepStrictEqual(yield* lookUp(session, who), { _tag: "Stapled", fund })
      assert.strictEqual(yield* Ref.get(opened), 1)
      const known = yield* (yield* Stapling).known(session.productId, session.id)
      assert.deepStrictEqual(known?.result, { _tag: "Stapled", fund })
      assert.isUndefined(yield* (yield* Stapling).known(yield* aProduct(), session.id))
    })
  )

  it.effect("is audited once, under the id that goes to the ATO, and its answer is stored sealed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aConnectedSession
      yield* atoKnows(session, { outcome: "stapled_fund", fund })
      yield* lookUp(session)
      yield* lookUp(session)
      const entries = yield* sql<{ detail: unknown }>`SELECT detail FROM audit_log
        WHERE action = 'stapled_fund.request' AND entity_id = ${session.id}`
      const known = yield* (yield* Stapling).known(session.productId, session.id)
      assert.deepStrictEqual(entries, [{ detail: { ato_request_id: known?.request_id as string } }])
      const [row] = yield* sql<{ fund: Uint8Array }>`SELECT fund FROM stapling_requests
        WHERE session_id = ${session.id}`
      assert.notInclude(Buffer.from(row?.fund ?? []).toString("latin1"), "77012345")
    })
  )

  it.effect("that the ATO didn't answer is made again, under the same id", () =>
    Effect.gen(function* () {
      const session = yield* aConnectedSession
      yield* atoKnows(session, { outcome: "unavailable" })
      assert.strictEqual((yield* lookUp(session))._tag, "Unavailable")
      const before = yield* (yield* Stapling).known(session.productId, session.id)
      assert.isNull(before?.result)
      yield* atoKnows(session, { outcome: "unmatched" })
      assert.strictEqual((yield* lookUp(session))._tag, "Unmatched")
      const after = yield* (yield* Stapling).known(session.productId, session.id)
      assert.strictEqual(after?.request_id, before?.request_id)
    })
  )

  it.effect("two of one session at once get the same answer", () =>
    Effect.gen(function* () {
      const session = yield* aConnectedSession
      yield* atoKnows(session, { outcome: "stapled_fund", fund })
      const answers = yield* Effect.all([lookUp(session), lookUp(session), lookUp(session)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(new Set(answers.map(({ _tag }) => _tag)), new Set(["Stapled"]))
      const sql = yield* SqlClient.SqlClient
      const entries = yield* sql`SELECT 1 FROM audit_log
        WHERE action = 'stapled_fund.request' AND entity_id = ${session.id}`
      assert.lengthOf(entries, 1)
    })
  )

  it.effect("isn't made for an employer that hasn't connected stapling, for any caller", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      assert.strictEqual((yield* lookUp(session, Effect.die("opened")))._tag, "NotConnected")
      const foreign = { ...(yield* aConnectedSession), productId: yield* aProduct() }
      assert.strictEqual((yield* lookUp(foreign, Effect.die("opened")))._tag, "NotConnected")
      assert.isUndefined(yield* (yield* Stapling).known(session.productId, session.id))
    })
  )

  it.effect("is never made inside of a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aConnectedSession
      const outcome = yield* Effect.exit(sql.withTransaction(lookUp(session)))
      assert.strictEqual(outcome._tag, "Failure")
      assert.isUndefined(yield* (yield* Stapling).known(session.productId, session.id))
    })
  )

  it.effect(
    "that the ATO refuses ends the connection: it lapses, and the partner receives a webhook [R-6-4]",
    () =>
      Effect.gen(function* () {
        const session = yield* aConnectedSession
        yield* atoKnows(session, { access: false })
        assert.strictEqual((yield* lookUp(session))._tag, "NotConnected")
        assert.strictEqual((yield* lookUp(session))._tag, "NotConnected")
        const stapling = yield* Stapling
        assert.strictEqual(yield* stapling.connection(session.productId, session.employerId), "lapsed")
        const { data, version } = yield* (yield* Employers).get(session.productId, session.employerId)
        assert.strictEqual(data.stapling_status, "lapsed")
        const events = yield* eventsOf(session.employerId)
        assert.deepStrictEqual(
          events.map(({ event, seq }) => [event, seq]),
          [
            ["employer_settings_changed", 2],
            ["employer_settings_changed", 3],
            ["employer_settings_changed", 4]
          ]
        )
        assert.strictEqual(version, 4)
        assert.deepStrictEqual(
          (yield* issuesOf(session.employerId)).map(({ kind, status }) => [kind, status]),
          [["stapling_connection_lapsed", "open"]]
        )
      })
  )

  it.effect("is deleted with the session's personal data", () =>
    Effect.gen(function* () {
      const session = yield* aConnectedSession
      yield* lookUp(session)
      const stapling = yield* Stapling
      yield* stapling.forget(session.productId, session.id)
      assert.isUndefined(yield* stapling.known(session.productId, session.id))
    })
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("the ATO of a live product", (it) => {
  it.effect("is not there until one is configured, and says so", () =>
    Effect.gen(function* () {
      const ato = yield* Ato
      const { employerId, productId } = yield* anEmployer()
      const employer: AtoEmployer = {
        product_id: productId,
        employer_id: employerId,
        abn: "51824753556" as S.Abn,
        software_id: "1002003004",
        agent: null,
        sandboxed: false
      }
      assert.isFalse(ato.isConfigured(employer))
      assert.isTrue(ato.isConfigured({ sandboxed: true }))
      assert.strictEqual(yield* ato.checkAccess({ requestId: "1", employer }), "error")
      const result = yield* ato.requestStapledFund({ requestId: "1", employer, payee })
      assert.strictEqual(result._tag, "Unavailable")
    })
  )
})
