import type * as S from "@embedded-super/contracts/schemas"
import { WaitingWork, WorkbenchBoard } from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { aListFund, supply, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { aRegistration, registrationOf, TestRegistering } from "../../../test/funds/TestRegistering.ts"
import { anIntent, fillIn } from "../../../test/TestIntents.ts"
import { anEmployer, aSession, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { anEntity, aProductWithEndpoint, record, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { TestSettings } from "../../../test/TestSettings.ts"
import { PAST_RETENTION } from "../../onboarding-sessions/member-registration/registrationOperation.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"
import { newId } from "../../platform/ids/newId.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { Redelivery } from "../../webhooks/delivery/RedeliveryRepo.ts"
import { WorkbenchState, WorkbenchStateLive } from "./WorkbenchState.ts"

const isBoard = Schema.decodeUnknownEffect(Schema.Array(WorkbenchBoard), { onExcessProperty: "error" })
const isWork = Schema.decodeUnknownEffect(Schema.Array(WaitingWork), { onExcessProperty: "error" })

const state = WorkbenchStateLive.pipe(Layer.provide(TestSettings.layer))

/** A command, as a person types it beside the service of these tests. */
const typed = (command: string) => `npx --yes pnpm@12.21.0 admin ${command} --dev --data-dir /nowhere`

/** As a client reads it. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** The boards, as the contract has them. */
const boards = Effect.flatMap(WorkbenchState, (state) => state.boards).pipe(
  Effect.tap((found) => Effect.orDie(isBoard(found)))
)
const waiting = Effect.flatMap(WorkbenchState, (state) => state.waiting).pipe(
  Effect.tap((found) => Effect.orDie(isWork(found)))
)

const columnOf = (kind: string, state: string) =>
  Effect.map(boards, (found) => {
    const column = found
      .find((board) => board.kind === kind)
      ?.columns.find((column) => (column.state as string) === state)
    assert.isDefined(column)
    return column
  })

/** The waiting work of the thing with this id. */
const waitOf = (id: string) =>
  Effect.map(waiting, (found) => {
    const work = found.find(({ about }) => (about[0]?.id as string) === id)
    assert.isDefined(work)
    return work
  })

const stateOf = (kind: string, id: string) =>
  Effect.flatMap(WorkbenchState, (state) => state.of({ kind, id: id as S.ThingId }))

layer(state.pipe(Layer.provideMerge(TestOnboarding.layer)), { excludeTestServices: true })(
  "employers, sessions and intents",
  (it) => {
    it.effect("stand in their state, with what the state table allows, and initials only", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "tax")
        const column = yield* columnOf("onboarding_session", "collect_tax")
        assert.strictEqual(column.count, 1)
        assert.deepInclude(plain(column.cards[0]), {
          thing: { kind: "onboarding_session", id: session.id },
          title: "N. O. at Wattle Pty Ltd",
          waits_for: "It waits for the employee at the step tax; unconfirmed, it expires."
        })
        assert.deepInclude(plain(column.next_states), { event: "tax_saved", state: "collect_disclaimer" })
        assert.isFalse(column.next_states.some(({ event }) => (event as string) === "confirmed"))
        const completed = yield* columnOf("onboarding_session", "completed")
        assert.deepStrictEqual([completed.count, plain(completed.next_states)], [0, []])
        assert.deepStrictEqual(plain((yield* columnOf("onboarding_session", "expired")).next_states), [])
        const pending = (yield* columnOf("onboarding_session", "pending_completion")).next_states
        assert.isTrue(pending.some(({ event }) => (event as string) === "registration_settled"))
        for (const text of [yield* boards, yield* waiting].map((found) => JSON.stringify(found))) {
          for (const personal of ["Niamh", "O'Connor", "example.com", "491570", "491 570"])
            assert.notInclude(text, personal)
        }
      })
    )

    it.effect("wait for the employee until they expire, and for the fund at most five days", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "confirmed")
        const work = yield* waitOf(session.id)
        assert.match(
          work.because,
          /^It waits for the member number of .* and for its choice form; after 5 days/
        )
        assert.strictEqual(Date.parse(work.until ?? "") - Date.parse(work.since), Duration.toMillis("5 days"))
        assert.isNull(work.resumes)

        const opened = yield* aSession()
        const unopened = yield* waitOf(opened.id)
        assert.strictEqual(
          unopened.because,
          "It waits for the employee to open the embed; unconfirmed, it expires."
        )
        assert.isNotNull(unopened.until)
        assert.strictEqual(plain(unopened)["resumes"], "The employee; otherwise it expires then.")
      })
    )

    it.effect("an intent waits for its employer, and then for the partner", () =>
      Effect.gen(function* () {
        const intent = yield* anIntent()
        const unfinished = yield* waitOf(intent.id)
        assert.match(unfinished.because, /waits for the employer/)
        assert.strictEqual(plain(unfinished)["resumes"], "The employer; otherwise it expires then.")
        yield* fillIn(intent)
        const steps = yield* columnOf("onboarding_session_intent", "in_progress")
        assert.deepInclude(plain(steps.next_states), { event: "confirmed", state: "complete" })
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE onboarding_session_intents SET state = 'complete', completed_at = now() WHERE id = ${intent.id}`
        const work = yield* waitOf(intent.id)
        assert.deepInclude(plain(work), { until: null, what: "Intent for N. O. at Wattle Pty Ltd" })
        assert.match(work.resumes ?? "", /createOnboardingSessionFromIntent/)
        assert.strictEqual((yield* stateOf("onboarding_session_intent", intent.id))?.state, "complete")
      })
    )

    it.effect("an employer is in the state of its set-up; the fund decides first", () =>
      Effect.gen(function* () {
        const { employerId } = yield* anEmployer()
        const without = yield* anEmployer(null)
        const idsIn = (state: string) =>
          Effect.map(columnOf("employer", state), ({ cards }) => cards.map(({ thing }) => thing.id as string))
        assert.include(yield* idsIn("incomplete"), employerId)
        assert.include(yield* idsIn("error"), without.employerId)
        const reasonIn = (state: string, id: string) =>
          Effect.map(
            columnOf("employer", state),
            ({ cards }) => cards.find(({ thing }) => (thing.id as string) === id)?.waits_for as string | null
          )
        assert.strictEqual(
          yield* reasonIn("error", without.employerId),
          "It has no default fund that new employees can join, so no session can be created."
        )
        assert.strictEqual(
          yield* reasonIn("incomplete", employerId),
          "The ATO isn't connected, or its statement isn't accepted."
        )
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE employers SET stapling_status = 'connected', accepted_stapling_statement = true
          WHERE id IN (${employerId}, ${without.employerId})`
        assert.deepStrictEqual(yield* idsIn("complete"), [employerId])
        assert.isNull(yield* reasonIn("complete", employerId))
        assert.include(yield* idsIn("error"), without.employerId)
        assert.deepStrictEqual((yield* columnOf("employer", "complete")).next_states, [])
      })
    )

    it.effect("a column counts its things, and shows the newest fifty", () =>
      Effect.gen(function* () {
        const { productId } = yield* anEmployer(null)
        const before = (yield* columnOf("employer", "error")).count
        const sql = yield* SqlClient.SqlClient
        for (let nth = 0; nth < 55; nth += 1) {
          yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, inserted_at, updated_at)
            VALUES (${yield* newId}, ${productId}, ${`many ${nth}`}, '51824753556', ${`Employer ${nth}`}, now(), now())`
        }
        const { cards, count } = yield* columnOf("employer", "error")
        assert.strictEqual(count, before + 55)
        assert.lengthOf(cards, 50)
        assert.strictEqual(cards[0]?.title, "Employer 54")
      })
    )

    it.effect("one thing has its title, its state and its next steps; an unknown one has nothing", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        const found = yield* stateOf("onboarding_session", session.id)
        assert.deepInclude(plain(found), { state: "initial", title: "An employee at Wattle Pty Ltd" })
        assert.deepInclude(plain(found?.next_states), { event: "cancelled", state: "cancelled" })
        assert.lengthOf(found?.waits ?? [], 1)
        assert.isUndefined(yield* stateOf("onboarding_session", yield* newId))
        assert.isUndefined(yield* stateOf("onboarding_session", "not-an-id"))
        assert.isUndefined(yield* stateOf("api_key", session.id))
        const thingOf = (id: string) => Effect.flatMap(WorkbenchState, (state) => state.thingOf(id))
        assert.deepStrictEqual(plain(yield* thingOf(session.id)), {
          kind: "onboarding_session",
          id: session.id
        })
        for (const id of [yield* newId, "not-an-id"]) assert.isUndefined(yield* thingOf(id))
      })
    )
  }
)

layer(state.pipe(Layer.provideMerge(TestRegistering.layer)), { excludeTestServices: true })(
  "a call to a fund",
  (it) => {
    const called = Effect.gen(function* () {
      const { fund, session } = yield* aRegistration("http://127.0.0.1:1/v1/member_registration")
      return { fund, session, id: (yield* registrationOf(session)).id }
    })

    it.effect("that is due waits for a slot, and is about its session", () =>
      Effect.gen(function* () {
        const { fund, id, session } = yield* called
        const due = yield* waitOf(id)
        assert.strictEqual(due.what, `Member registration at ${fund.name}`)
        assert.strictEqual(due.because, "It is due, and waits for a free slot.")
        assert.deepInclude(plain(due.about), { kind: "onboarding_session", id: session.id })
        assert.strictEqual((yield* columnOf("fund_call", "waiting")).cards[0]?.waits_for, due.because)
      })
    )

    /** What changed in the call's row; why it then waits; the command that resumes it, if time alone doesn't. */
    it.effect.each([
      [
        "attempts = 2, because = 'server_error', due_at = now() + interval '1 hour'",
        /^Attempt 3 is due then, because the fund failed to answer the last attempt\.$/,
        undefined
      ],
      [
        "state = 'stopped', because = 'unknown', ended_at = now()",
        /^It stopped: the answer was lost; the fund may have done it\.$/,
        "fund-calls enter-number ID NUMBER"
      ],
      [
        "state = 'stopped', because = 'fault', ended_at = now(), words = 'The data of the call can''t be read.'",
        /^It stopped: the data of the call can't be read\.$/,
        "fund-calls release ID"
      ],
      [
        `state = 'stopped', because = 'fault', ended_at = now(), words = '${PAST_RETENTION}'`,
        /^It stopped: the session is erased, .* retention period has ended\.$/,
        "fund-calls enter-number ID NUMBER"
      ]
    ] as const)("with %s waits for %s, and goes on by %s", ([change, because, command]) =>
      Effect.gen(function* () {
        const { id } = yield* called
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE fund_calls SET ${sql.literal(change)} WHERE id = ${id}`
        const work = yield* waitOf(id)
        assert.match(work.because, because)
        if (command === undefined) assert.isNotNull(work.until)
        else assert.include(work.resumes ?? "", typed(command.replace("ID", id)))
        if (change.includes(PAST_RETENTION)) assert.notInclude(work.resumes ?? "", "release")
      })
    )

    it.effect("is named by the person's initials and the employer, and found by the partner's own ids", () =>
      Effect.gen(function* () {
        const { fund, id, session } = yield* called
        const found = yield* stateOf("fund_call", id)
        assert.strictEqual(
          found?.title as string | undefined,
          `Member registration at ${fund.name}: N. O. of Wattle Pty Ltd`
        )
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ session: string; employee: string }>`
          SELECT s.remote_id AS session, p.remote_id AS employee
          FROM onboarding_sessions s JOIN employees p ON p.id = s.employee_id WHERE s.id = ${session.id}`
        assert.isDefined(row)
        const namedBy = (text: string) => Effect.flatMap(WorkbenchState, (state) => state.named(text))
        for (const text of [row.session, row.employee, ` ${row.session.toUpperCase()} `, "wattle pty"]) {
          assert.include(yield* namedBy(text), session.id, text)
        }
        assert.include(yield* namedBy(fund.name), fund.slug)
        for (const text of ["nobody", "%", "_", `${row.session}x`])
          assert.deepStrictEqual(yield* namedBy(text), [], text)
      })
    )

    it.effect("leaves its session with a mark of its own if it brought no member number", () =>
      Effect.gen(function* () {
        const { session } = yield* called
        const sql = yield* SqlClient.SqlClient
        const marked = Effect.map(
          stateOf("onboarding_session", session.id),
          (found) => found?.state as string
        )
        const end = (outcome: string) =>
          sql`WITH ended AS (UPDATE onboarding_sessions SET state = 'completed', completed_at = now(), ended_at = now()
              WHERE id = ${session.id})
            UPDATE super_selections SET outcome = ${outcome} WHERE session_id = ${session.id}`
        yield* end("complete")
        assert.strictEqual(yield* marked, "completed")
        yield* end("complete_without_member_number")
        assert.strictEqual(yield* marked, "completed without a number")
        const column = yield* columnOf("onboarding_session", "completed without a number")
        assert.strictEqual(column.count, 1)
        assert.deepStrictEqual(plain(column.next_states), [])
      })
    )

    it.effect("waits for the end of the fund's hold, with its reason", () =>
      Effect.gen(function* () {
        const { fund, id } = yield* called
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO fund_gates (fund_id, window_from, held_until, because)
          VALUES (${fund.id}, now(), '2099-01-01T00:00:00Z', 'rate_limited')`
        const work = yield* waitOf(id)
        assert.deepInclude(plain(work), { until: "2099-01-01T00:00:00.000Z", resumes: null })
        assert.strictEqual(work.because, `${fund.name} answered 429, so no call is made until then.`)
        assert.lengthOf((yield* stateOf("fund", fund.slug))?.waits ?? [], 1)
        yield* sql`UPDATE fund_gates SET held_until = '20000-01-01T00:00:00Z' WHERE fund_id = ${fund.id}`
        assert.isNull((yield* waitOf(id)).until)
      })
    )

    it.effect("waits for new credentials once the fund refused them, and says who acts", () =>
      Effect.gen(function* () {
        const { fund, id } = yield* called
        yield* (yield* FundCredentials).refused(fund.id, 1)
        const work = yield* waitOf(id)
        assert.match(work.because, /no credentials that .* accepts/)
        assert.include(work.resumes ?? "", typed(`fund credentials --fund ${fund.slug}`))
        assert.isNull(work.until)
      })
    )

    it.effect("isn't waiting while a worker makes it", () =>
      Effect.gen(function* () {
        const { id } = yield* called
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE fund_calls SET owner = ${yield* newId}, expires_at = platform_now() + interval '1 hour'
          WHERE id = ${id}`
        const found = yield* waiting
        assert.isFalse(found.some(({ about }) => (about[0]?.id as string) === id))
      })
    )
  }
)

layer(state.pipe(Layer.provideMerge(TestWebhooks.layer)), { excludeTestServices: true })("webhooks", (it) => {
  /** Webhooks of a partner that gets them about issues: none of those replaces another. */
  const anEndpoint = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const made = yield* aProductWithEndpoint("http://127.0.0.1:1/hooks")
    yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true
        WHERE id = (SELECT partner_id FROM products WHERE id = ${made.productId})`
    return made
  })

  it.effect("wait for a retry, for an earlier one, or for their endpoint", () =>
    Effect.gen(function* () {
      const { endpointId, productId } = yield* anEndpoint
      const { entityId, event } = yield* anEntity(productId, "employer_issue")
      yield* record(event("employer_issue_created"), event("employer_issue_resolved"))
      const sql = yield* SqlClient.SqlClient
      const [first, second] = yield* sql<{ id: string }>`SELECT id FROM webhook_deliveries
          WHERE entity_id = ${entityId} ORDER BY seq`
      const [one = "", other = ""] = [first?.id, second?.id]
      assert.strictEqual((yield* waitOf(one)).because, "It is due, and waits for a free slot.")
      assert.match((yield* waitOf(other)).because, /^An earlier webhook of the same thing/)
      yield* sql`UPDATE webhook_deliveries SET attempts = 2, last_attempt_at = platform_now(),
          due_at = platform_now() + interval '2 minutes' WHERE id = ${one}`
      assert.strictEqual(
        (yield* waitOf(one)).because,
        "The receiver didn't accept attempt 2; attempt 3 of 13 is due then."
      )
      assert.strictEqual((yield* columnOf("event", "pending")).count, 2)

      yield* sql`INSERT INTO webhook_leases (endpoint_id, probe_at, openings, failing_since)
          VALUES (${endpointId}, platform_now() + interval '30 seconds', 1, platform_now())
          ON CONFLICT (endpoint_id) DO UPDATE SET probe_at = excluded.probe_at, openings = 1,
            failing_since = excluded.failing_since`
      const resting = yield* waitOf(endpointId)
      assert.strictEqual(resting.because, "Too many deliveries failed, so it rests. 2 webhooks wait.")
      assert.isNotNull(resting.until)
      assert.strictEqual((yield* columnOf("webhook_endpoint", "backing_off")).count, 1)

      yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'failing'
          WHERE id = ${endpointId}`
      assert.match((yield* waitOf(endpointId)).because, /^Every delivery failed for 5 days\./)
      yield* sql`UPDATE webhook_endpoints SET paused_at = NULL, paused_because = NULL WHERE id = ${endpointId}`
      yield* (yield* Redelivery).pause(endpointId)
      const paused = yield* waitOf(endpointId)
      assert.deepInclude(plain(paused), {
        until: null,
        resumes: `\`${typed(`webhook resume ${productId}`)}\``
      })
      assert.match((yield* waitOf(one)).because, /^Its endpoint is paused/)
      assert.strictEqual((yield* stateOf("webhook_endpoint", endpointId))?.state, "paused")
    })
  )

  it.effect("use the true time, which is shown by the page's clock", () =>
    Effect.gen(function* () {
      const { productId } = yield* anEndpoint
      const { entityId, event } = yield* anEntity(productId, "employer_issue")
      yield* record(event("employer_issue_created"))
      const sql = yield* SqlClient.SqlClient
      const [{ id } = { id: "" }] = yield* sql<{ id: string }>`
          SELECT id FROM webhook_deliveries WHERE entity_id = ${entityId}`
      const before = Date.parse((yield* waitOf(id)).since)
      yield* (yield* BusinessClock).advance(Duration.days(2), { kind: "system" })
      assert.strictEqual(Date.parse((yield* waitOf(id)).since) - before, Duration.toMillis("2 days"))
    })
  )
})

layer(state.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "an employer list",
  (it) => {
    it.effect("that is held waits for an operator, and one in force is named once it is too old", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund({ max_age_days: 7 })
        yield* supply(fund, listOf(abns(10)))
        assert.deepStrictEqual((yield* stateOf("fund", fund.slug))?.waits, [])
        const held = yield* supply(fund, listOf(abns(2)))
        assert.strictEqual(held.outcome, "refused")
        const [early] = (yield* stateOf("fund", fund.slug))?.waits ?? []
        assert.match(early?.because ?? "", /sooner than a week/)
        assert.include(early?.resumes ?? "", typed(`employer-list override --fund ${fund.slug}`))

        yield* (yield* BusinessClock).advance(Duration.days(7), { kind: "system" })
        yield* supply(fund, listOf(abns(2)))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE employer_list_files SET file_name = 'Zephyrine Quillfeather.csv' WHERE fund_id = ${fund.id}`
        const [card] = (yield* columnOf("employer_list", "held")).cards
        assert.strictEqual<string | undefined>(card?.title, `(another name) of ${fund.name}`)
        const waits = (yield* stateOf("fund", fund.slug))?.waits ?? []
        assert.notInclude(JSON.stringify(waits), "Zephyrine")
        const because = ((yield* stateOf("fund", fund.slug))?.waits ?? []).map(
          (work) => work.because as string
        )
        assert.isTrue(because.some((text) => text.includes("differs too much")))
        assert.isTrue(because.some((text) => text.includes("too old")))
        assert.strictEqual((yield* columnOf("employer_list", "held")).count, 1)
      })
    )
  }
)
