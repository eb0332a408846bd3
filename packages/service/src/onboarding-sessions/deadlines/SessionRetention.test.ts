import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { Employees } from "../../employee-api/Employees.ts"
import { SessionEndings } from "../SessionEndings.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
import { SessionDeadlines } from "./SessionDeadlines.ts"
import { withoutIds } from "../../../test/TestDatabase.ts"
import { aWaitingSession, readSession, registered, settle } from "../../../test/outcomes.ts"

const NOW = "2026-11-21T00:00:00Z"
const BEFORE_90 = "2027-02-18T23:59:59Z"
const AFTER_90 = "2027-02-19T00:00:00Z"

const completed = Effect.tap(aWaitingSession(), (session) => settle(session, registered()))

const cancelled = Effect.gen(function* () {
  const session = yield* aSession()
  yield* walkTo(session, "super_disclaimer")
  yield* (yield* SessionEndings).cancel(session.productId, session.id)
  return session
})

const partnerOf = ({ productId }: Session, change: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE partners SET ${sql.literal(change)} WHERE id = (SELECT partner_id FROM products WHERE id = ${productId})`
  )

const isErased = (session: Session) =>
  Effect.map(readSession(session), ({ personal_data_erased_at }) => personal_data_erased_at !== null)

layer(TestOnboarding.layer, { excludeTestServices: true })("90 days after its end", (it) => {
  it.effect("a session is anonymised: nothing identifies the person, and the outcome stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { anonymiseDue } = yield* SessionDeadlines
      const session = yield* completed
      const events = yield* eventsOf(session.id)
      yield* anonymiseDue.pipe(at(BEFORE_90))
      assert.isFalse(yield* isErased(session))
      assert.strictEqual(yield* anonymiseDue.pipe(at(AFTER_90)), 1)
      assert.strictEqual(yield* anonymiseDue.pipe(at(AFTER_90)), 0)

      const data = yield* readSession(session)
      assert.strictEqual(data.personal_data_erased_at as string, "2027-02-19T00:00:00.000Z")
      assert.strictEqual(data.data_delivery_state, "completed")
      assert.strictEqual(data.onboarding_session_super_selection.outcome, "complete")
      for (const value of [
        "Niamh",
        "O'Connor",
        "Banksia Street",
        "niamh@",
        "+61491570006",
        "0012345678",
        "782"
      ]) {
        assert.notInclude(withoutIds(JSON.stringify(data)), value)
      }
      assert.deepStrictEqual(yield* eventsOf(session.id), events)
      const employee = yield* (yield* Employees).get(session.productId, session.employeeId)
      assert.isNull(employee.data.email)

      const [remains] =
        yield* sql`SELECT birth_year, gender, locality, postcode, state, octet_length(email_hash) AS email,
        octet_length(phone_hash) AS phone FROM session_remains WHERE session_id = ${session.id}`
      assert.deepStrictEqual(remains, {
        birth_year: 1990,
        gender: null,
        locality: "Craigieburn",
        postcode: "3064",
        state: "VIC",
        email: 32,
        phone: 32
      })
      const entries =
        yield* sql`SELECT actor_kind, action, detail -> 'destroyed' ? 'onboarding_sessions 1' AS proven
        FROM audit_log WHERE entity_id = ${session.id} AND action LIKE 'onboarding_session.%'`
      assert.deepStrictEqual(entries, [
        { actor_kind: "system", action: "onboarding_session.anonymise", proven: true }
      ])
    }).pipe(at(NOW))
  )

  it.effect("the same contacts leave the same hashes, which are not the contacts' plain hashes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = [yield* cancelled, yield* cancelled]
      yield* (yield* SessionDeadlines).anonymiseDue.pipe(at(AFTER_90))
      const rows = yield* sql<{ hash: string }>`SELECT encode(email_hash, 'hex') AS hash FROM session_remains
        WHERE ${sql.in(
          "session_id",
          sessions.map(({ id }) => id)
        )}`
      assert.lengthOf(rows, 2)
      assert.strictEqual(rows[0]?.hash, rows[1]?.hash)
      const [plain] = yield* sql<{ hash: string }>`SELECT encode(sha256('niamh@example.com'), 'hex') AS hash`
      assert.notStrictEqual(rows[0]?.hash, plain?.hash)
    }).pipe(at(NOW))
  )

  it.effect(
    "a completed session is kept for five years where its partner keeps choice records, others aren't",
    () =>
      Effect.gen(function* () {
        const { anonymiseDue } = yield* SessionDeadlines
        const choice = yield* completed
        const none = yield* cancelled
        yield* partnerOf(choice, "choice_records_kept = true")
        yield* partnerOf(none, "choice_records_kept = true")
        yield* anonymiseDue.pipe(at(AFTER_90))
        assert.isFalse(yield* isErased(choice))
        assert.isTrue(yield* isErased(none))
        yield* anonymiseDue.pipe(at("2031-11-20T23:59:59Z"))
        assert.isFalse(yield* isErased(choice))
        yield* anonymiseDue.pipe(at("2031-11-21T00:00:00Z"))
        assert.isTrue(yield* isErased(choice))
      }).pipe(at(NOW))
  )

  it.effect("sessions that are open or wait for their fund are left alone", () =>
    Effect.gen(function* () {
      const open = yield* aSession()
      const waiting = yield* aSession()
      yield* walkTo(waiting, "finished")
      yield* (yield* SessionDeadlines).anonymiseDue.pipe(at("2030-01-01T00:00:00Z"))
      assert.isFalse(yield* isErased(open))
      assert.isFalse(yield* isErased(waiting))
    }).pipe(at(NOW))
  )

  it.effect("a session that can't be opened is anonymised too, and one that fails delays no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const failing = yield* cancelled
      const spoilt = yield* cancelled
      const healthy = yield* cancelled
      yield* sql`ALTER TABLE session_remains
        ADD CONSTRAINT refuses CHECK (session_id <> '${sql.literal(failing.id)}')`
      yield* sql`UPDATE onboarding_sessions SET details = '\\x00'::bytea WHERE id = ${spoilt.id}`
      yield* (yield* SessionDeadlines).anonymiseDue.pipe(at(AFTER_90))
      assert.isTrue(yield* isErased(spoilt))
      assert.isTrue(yield* isErased(healthy))
      assert.isFalse(yield* isErased(failing))
      yield* sql`ALTER TABLE session_remains DROP CONSTRAINT refuses`
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("tax file numbers", (it) => {
  it.effect(
    "are destroyed 30 days after the end, or when their partner says, delivered or not, and each is recorded",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { destroyDue, masked } = yield* TaxFileNumbers
        const usual = yield* cancelled
        const soon = yield* cancelled
        const late = yield* completed
        const open = yield* aSession()
        yield* walkTo(open, "super_disclaimer")
        yield* partnerOf(soon, "tfn_retention_days = 3")
        yield* partnerOf(late, "tfn_retention_days = 90")
        const ids = [usual.id, soon.id, late.id, open.id]
        const left = Effect.map(masked(ids), (found) => ids.map((id) => found.has(id)))
        yield* destroyDue.pipe(at("2026-11-23T23:59:59Z"))
        assert.deepStrictEqual(yield* left, [true, true, true, true])
        yield* destroyDue.pipe(at("2026-11-24T00:00:00Z"))
        assert.deepStrictEqual(yield* left, [true, false, true, true])
        yield* destroyDue.pipe(at("2026-12-21T00:00:00Z"))
        assert.deepStrictEqual(yield* left, [false, false, true, true])
        yield* destroyDue.pipe(at(AFTER_90))
        assert.deepStrictEqual(yield* left, [false, false, false, true])
        assert.deepStrictEqual((yield* readSession(usual)).employee_tax.data, {
          tfn_provided: true,
          tfn_masked: null,
          tfn_exemption_type: null
        })
        const entries =
          yield* sql`SELECT entity_id, detail FROM audit_log WHERE action = 'tax_file_number.destroy'
        ORDER BY occurred_at`
        const entry = (entity_id: string) => ({ entity_id, detail: { reason: "retention" } })
        assert.deepStrictEqual(entries, [entry(soon.id), entry(usual.id), entry(late.id)])
      }).pipe(at(NOW))
  )

  it.effect("go in batches, each once, also when two processes are at it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { destroyDue } = yield* TaxFileNumbers
      const session = yield* cancelled
      yield* sql`INSERT INTO onboarding_sessions (id, product_id, employer_id, employee_id, remote_id, workflow_slug, state,
          email_validated, phone_number_validated, details, disclaimer_accepted_at, confirmed_at, completed_at, ended_at,
          superseded_by, last_activity_at, expires_at, version, inserted_at, updated_at)
        SELECT gen_random_uuid() AS id, product_id, employer_id, employee_id,
          'many-' || n AS remote_id, workflow_slug, state, email_validated, phone_number_validated, details,
          disclaimer_accepted_at, confirmed_at, completed_at, ended_at, superseded_by, last_activity_at, expires_at, version,
          inserted_at, updated_at
        FROM onboarding_sessions, generate_series(1, 1200) n WHERE id = ${session.id}`
      yield* sql`INSERT INTO tax_file_numbers SELECT s.id, s.product_id, 'employee', '\\x00', '\\x00', s.inserted_at
        FROM onboarding_sessions s WHERE s.remote_id LIKE 'many-%'`
      const counts = yield* Effect.all([destroyDue, destroyDue].map(at("2026-12-21T00:00:00Z")), {
        concurrency: "unbounded"
      })
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        1201
      )
      const [left] = yield* sql`SELECT count(*)::int AS count FROM tax_file_numbers t
        JOIN onboarding_sessions s ON s.id = t.session_id WHERE s.ended_at IS NOT NULL`
      assert.deepStrictEqual(left, { count: 0 })
    }).pipe(at(NOW))
  )
})
