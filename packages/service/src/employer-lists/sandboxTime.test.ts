import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { reportStaleLists } from "./ListTimers.ts"

const ABNS = abns(3)
const [ABN = assert.fail("no ABN")] = ABNS

const pass = (days: number) =>
  Effect.flatMap(BusinessClock, (clock) => clock.advance(Duration.days(days), { kind: "system" }))

layer(TestLists.layer, { excludeTestServices: true })("time that passes for simulated funds", (it) => {
  it.effect("makes their lists stale and ends the week between two lists; those of live funds stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const simulated = yield* aListFund()
      const real = yield* aListFund()
      yield* sql`WITH products AS (UPDATE fund_products SET simulated = false WHERE fund_id = ${real.id})
        UPDATE funds SET simulated = false WHERE id = ${real.id}`
      const live = { ...real, simulated: false }
      for (const fund of [simulated, live]) yield* supply(fund, listOf(ABNS))
      yield* pass(5)
      assert.strictEqual((yield* supply(simulated, listOf(ABNS))).reason?.code, "too_early")
      yield* pass(2)
      const next = yield* supply(simulated, listOf(ABNS))
      assert.strictEqual(next.outcome, "accepted")
      assert.isAtLeast(Date.parse(next.finished_at), Date.parse(next.received_at) - 1000)
      assert.strictEqual((yield* supply(live, listOf(ABNS))).reason?.code, "too_early")
      yield* pass(34)
      assert.strictEqual(yield* looked(simulated, ABN), "EMP-0")
      assert.lengthOf(yield* reportStaleLists, 0)
      yield* pass(1)
      assert.isUndefined(yield* looked(simulated, ABN))
      assert.strictEqual(yield* looked(live, ABN), "EMP-0")
      assert.deepStrictEqual(yield* reportStaleLists, [simulated.slug])
    })
  )
})
