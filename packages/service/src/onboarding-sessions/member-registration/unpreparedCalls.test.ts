import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { fundServer } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  aReview,
  confirm,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import { DurableOperations } from "../../funds/calls/DurableOperations.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"
import { Vault } from "../../platform/crypto/Vault.ts"

/** The sealed values that a call is prepared from. */
const PARTS = [
  ["onboarding_sessions", "details", "id"],
  ["tax_file_numbers", "sealed", "session_id"],
  ["fund_credentials", "sealed", "fund_id"]
] as const

/** Bytes that make a value unreadable, as for an older process or a key file that lacks a line; and their position. */
const SPOILT = [
  ["a format that it doesn't know", Buffer.of(9), 0],
  ["a master key that it doesn't have", Buffer.alloc(8, 9), 1]
] as const

const cases = PARTS.flatMap(([table, column, key]) =>
  SPOILT.map(([how, bytes, from]) => ({ what: `${table}.${column}`, how, table, column, key, bytes, from }))
)

const world = Layer.merge(Layer.provideMerge(StillTime, TestRegistering.layer), NodeFileSystem.layer)

layer(world, { excludeTestServices: true })("a call that this process can't prepare", (it) => {
  it.effect.each(cases)(
    "because $what has $how waits, is listed, and is made by a process that can read it",
    ({ bytes, column, from, key, table }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const calls = yield* FundCallOperations
        const server = yield* fundServer()
        const { fund, session } = yield* aRegistration(server.url)
        const id = key === "fund_id" ? fund.id : session.id
        const [row] = yield* sql<{ sealed: Uint8Array }>`
            SELECT ${sql(column)} AS sealed FROM ${sql(table)} WHERE ${sql(key)} = ${id}`
        const sealed = row?.sealed ?? assert.fail("there is nothing sealed")
        const write = (value: Uint8Array) =>
          sql`UPDATE ${sql(table)} SET ${sql(column)} = ${value} WHERE ${sql(key)} = ${id}`
        const spoilt = Buffer.from(sealed)
        spoilt.set(bytes, from)
        yield* write(spoilt)

        const worker = yield* startWorker()
        for (let minute = 0; minute < 5; minute += 1) {
          yield* worker.untilIdle
          assert.deepInclude(yield* registrationOf(session), {
            state: "waiting",
            because: "unprepared",
            attempts: 0,
            due: 60
          })
          yield* passTime("1 minute")
        }
        yield* worker.untilIdle
        const call = (yield* registrationOf(session)).id
        const listed = (yield* calls.list({ fund: fund.slug, state: "all", limit: 10 })).find(
          (found) => found.id === call
        )
        assert.strictEqual(listed?.waits_for, "preparation")
        assert.match(listed?.words ?? "", /can't read its data: it is older than the data, its master key/)
        const printed = yield* admin(`fund-calls list --fund ${fund.slug} --waiting`)
        assert.match(printed.output, new RegExp(`^${call} .* can't be prepared here, tried again `, "m"))
        const refused = yield* Effect.flip(calls.release(call))
        assert.include(refused.remedy, "each process tries it again")
        assert.lengthOf(server.calls, 0)

        yield* write(sealed)
        assert.strictEqual((yield* sessionOf(session)).data_delivery_state, "pending_completion")
        yield* passTime("1 minute")
        yield* worker.untilIdle
        assert.deepInclude(yield* registrationOf(session), {
          state: "done",
          because: "accepted",
          attempts: 1
        })
        assert.lengthOf(server.calls, 1)
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
  it.effect("because its session has another form waits, is said to be unreadable, and delays no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const server = yield* fundServer()
      const { fund, session } = yield* aRegistration(server.url)
      const cell = {
        table: "onboarding_sessions",
        column: "details",
        tenant: session.productId,
        row: session.id
      }
      const sealed = yield* (yield* Vault).seal(cell, '{"newer":1}')
      yield* sql`UPDATE onboarding_sessions SET details = ${sealed} WHERE id = ${session.id}`
      const other = yield* aReview(fund)
      yield* confirm(other)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      assert.deepInclude(yield* registrationOf(other), { state: "done" })
      const calls = yield* FundCallOperations
      const all = yield* calls.list({ fund: fund.slug, state: "all", limit: 10 })
      const listed = all.find(({ subject_id }) => subject_id === session.id)
      assert.strictEqual(listed?.waits_for, "preparation")
      assert.match(listed?.words ?? "", /can't read its data/)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("because of a mistake in the service waits, too, and isn't said to be unreadable", () =>
    Effect.gen(function* () {
      const calls = yield* FundCallOperations
      const operations = yield* DurableOperations
      const server = yield* fundServer()
      const { fund, session } = yield* aRegistration(server.url)
      const logged: Array<unknown> = []
      const logger = Logger.make(({ message }) => void logged.push(...[message].flat()))
      const worker = yield* startWorker().pipe(
        Effect.provideService(DurableOperations, {
          ...operations,
          member_registration: {
            ...operations.member_registration,
            prepare: () => Effect.die(new TypeError("prepare isn't a function"))
          }
        }),
        Effect.provide(Logger.layer([logger]))
      )
      yield* worker.untilIdle
      assert.deepInclude(yield* registrationOf(session), {
        state: "waiting",
        because: "unprepared",
        attempts: 0,
        due: 60
      })
      const [listed] = yield* calls.list({ fund: fund.slug, state: "all", limit: 10 })
      assert.match(listed?.words ?? "", /^A mistake in the service keeps the last process/)
      assert.include(logged, "A mistake in the service keeps a call to a fund from being prepared")
      assert.lengthOf(server.calls, 0)
    })
  )
})
