import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { derivedId } from "../../platform/ids/derivedId.ts"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import { aFund } from "../../../test/funds/TestFundCalls.ts"
import {
  aReview,
  confirm,
  registrationOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import type { Session } from "../../../test/TestOnboarding.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"
import type { StoredFund } from "../../funds/FundsRepo.ts"

/** The key that the fund accepts. */
const RIGHT = "f".repeat(40)

const registered = { status: 201, body: MEMBER }

/** `count` confirmed sessions of the fund. */
const requested = Effect.fnUntraced(function* (fund: StoredFund, count: number) {
  const sessions = yield* Effect.forEach(Array.from({ length: count }), () => aReview(fund))
  yield* Effect.forEach(sessions, confirm)
  return sessions
})

/** The key of a session's registration. */
const keyOf = ({ id }: Session) => derivedId(`member_registration ${id}`)

const states = Effect.fnUntraced(function* (sessions: ReadonlyArray<Session>) {
  const sql = yield* SqlClient.SqlClient
  const ids = sessions.map(({ id }) => id)
  const found = yield* sql<{ state: string }>`SELECT state FROM fund_calls WHERE ${sql.in("session_id", ids)}`
  assert.lengthOf(found, sessions.length)
  return found.map(({ state }) => state)
})

/** Fails until the ledger has every one of these as registered; use it with a retry. */
const allRegistered = Effect.fnUntraced(function* (sessions: ReadonlyArray<Session>) {
  const found = yield* states(sessions)
  if (found.some((state) => state !== "done")) return yield* Effect.fail(found)
})

const soon = Schedule.spaced("50 millis")

layer(Layer.provideMerge(StillTime, TestRegistering.layer), { excludeTestServices: true })(
  "funds are kept apart",
  (it) => {
    it.effect("one that never answers delays no other", () =>
      Effect.gen(function* () {
        const silent = yield* fundServer(() => "hang")
        const healthy = yield* fundServer(() => registered)
        const slow = yield* aFund(silent.url, { limits: { registration_timeout_seconds: 30 } })
        const quick = yield* aFund(healthy.url)
        const held = yield* requested(slow, 5)
        // Proven credentials: unproven ones would be probed by a single call, which would hide the effect tested here.
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO fund_gates (fund_id, window_from, proven) VALUES (${slow.id}, platform_now(), 1)`
        const worker = yield* startWorker(undefined, 8)
        yield* silent.next(4)
        const sessions = yield* requested(quick, 2)
        yield* Effect.retry(allRegistered(sessions), soon)
        assert.lengthOf(silent.calls, 4)
        assert.deepStrictEqual(new Set(yield* states(held)), new Set(["waiting"]))
        assert.isDefined(worker)
        yield* silent.hangUp
      })
    )

    it.effect(
      "401: of many registrations one call is made, then one for each new version of the credentials until the fund lets it in; the rest go on by themselves [R-7-4]",
      () =>
        Effect.gen(function* () {
          const server = yield* fundServer(({ headers }) =>
            headers["x-auth-key"] === RIGHT ? registered : 401
          )
          const fund = yield* aFund(server.url)
          const sessions = yield* requested(fund, 4)
          const worker = yield* startWorker()
          yield* worker.untilIdle
          assert.lengthOf(server.calls, 1)
          yield* passTime("10 minutes")
          yield* worker.look(sessions[3] as Session)
          assert.lengthOf(server.calls, 1)
          const credentials = yield* FundCredentials
          yield* credentials.replace(fund.slug, Redacted.make("w".repeat(40)))
          yield* worker.untilIdle
          assert.lengthOf(server.calls, 2)
          yield* credentials.replace(fund.slug, Redacted.make(RIGHT))
          // Includes the registrations that tried the refused credentials: the credentials were refused, not the
          // registrations.
          yield* Effect.retry(allRegistered(sessions), soon)
          const keys = server.calls.map(({ headers }) => headers["x-auth-key"])
          assert.strictEqual(keys.filter((key) => key !== RIGHT).length, 2)
        })
    )

    it.effect(
      "403 to one registration alone: others try the new credentials, and refused under three versions it waits for an operator",
      () =>
        Effect.gen(function* () {
          let refused: unknown
          const server = yield* fundServer(({ headers }) => {
            refused ??= headers["idempotency-key"]
            return headers["idempotency-key"] === refused ? 403 : registered
          })
          const fund = yield* aFund(server.url)
          const sessions = yield* requested(fund, 4)
          const worker = yield* startWorker(undefined, 1)
          yield* worker.untilIdle
          const credentials = yield* FundCredentials
          for (let version = 2; version <= 4; version += 1) {
            yield* credentials.replace(fund.slug, Redacted.make(String(version).repeat(40)))
            yield* worker.untilIdle
          }
          const ends = yield* Effect.forEach(sessions, (session) =>
            Effect.map(registrationOf(session), ({ because, state }) => [
              keyOf(session) === refused,
              state,
              because
            ])
          )
          assert.deepStrictEqual(
            ends.toSorted(),
            [
              [false, "done", "accepted"],
              [false, "done", "accepted"],
              [false, "done", "accepted"],
              [true, "stopped", "credentials"]
            ].toSorted()
          )
          // The registration only tried the first version; the second version also let other registrations in.
          const keys = server.calls.map(({ headers }) => headers["idempotency-key"])
          assert.strictEqual(keys.filter((key) => key === refused).length, 4)
          assert.notStrictEqual(keys[1], refused)
        })
    )

    it.effect(
      "a fund that fails is left alone, and nothing is spent meanwhile; one call tries it, then all go on",
      () =>
        Effect.gen(function* () {
          let isDown = true
          const server = yield* fundServer(() => (isDown ? 503 : registered))
          const fund = yield* aFund(server.url)
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO fund_gates (fund_id, window_from, proven) VALUES (${fund.id}, platform_now(), 1)`
          const sessions = yield* requested(fund, 15)
          const worker = yield* startWorker()
          yield* worker.untilIdle
          const before = server.calls.length
          assert.isAtLeast(before, 10)
          assert.isAtMost(before, 10 + 4)
          const spent = yield* Effect.forEach(sessions, registrationOf)
          assert.strictEqual(spent.filter(({ attempts }) => attempts === 0).length, 15 - before)
          isDown = false
          yield* passTime("6 seconds")
          yield* Effect.retry(allRegistered(sessions), soon)
          assert.strictEqual(server.calls.length, before + 15)
        })
    )
  }
)
