import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer } from "../../../test/funds/fundServer.ts"
import { aRegistration, TestRegistering } from "../../../test/funds/TestRegistering.ts"
import { fundCallLedger } from "./FundCallLedger.ts"

const BACKLOG = 3000

/** A fund with this number of skipped calls, all due since the same moment, as after an operator released them. */
const aBacklog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { session } = yield* aRegistration((yield* fundServer()).url)
  yield* Effect.gen(function* () {
    // The sessions of the copies don't exist.
    yield* sql`SET LOCAL session_replication_role = replica`
    yield* sql`UPDATE fund_calls SET woken_at = 'epoch' WHERE session_id = ${session.id}`
    yield* sql`INSERT INTO fund_calls
        (id, operation, product_id, session_id, fund_id, fund_product_id, due_at, woken_at, requested_at)
      SELECT gen_random_uuid(), operation, product_id, gen_random_uuid(), fund_id, fund_product_id, due_at,
        woken_at, requested_at
      FROM fund_calls, generate_series(1, ${BACKLOG - 1}) n WHERE session_id = ${session.id}`
  }).pipe(sql.withTransaction)
  yield* sql`ANALYZE fund_calls`
  const [row] = yield* sql<{
    fund_id: string
  }>`SELECT fund_id FROM fund_calls WHERE session_id = ${session.id}`
  return row?.fund_id ?? ""
})

/** The calls that a statement of the ledger finds, and how many rows of the table it reads for that. */
const read = Effect.fnUntraced(function* <E>(
  statement: Effect.Effect<ReadonlyArray<string>, E>,
  held: { readonly fundId: string; readonly until: string }
) {
  const sql = yield* SqlClient.SqlClient
  const rows = Effect.map(
    sql<{ rows: number }>`SELECT (seq_tup_read + idx_tup_fetch)::int AS rows
      FROM pg_stat_xact_user_tables WHERE relname = 'fund_calls'`,
    ([table]) => table?.rows ?? 0
  )
  return yield* Effect.gen(function* () {
    yield* sql`INSERT INTO fund_gates (fund_id, window_from, held_until)
      VALUES (${held.fundId}, platform_now(), ${held.until}::timestamptz)
      ON CONFLICT (fund_id) DO UPDATE SET held_until = excluded.held_until`
    const before = yield* rows
    const found = yield* statement
    return { found, rows: (yield* rows) - before }
  }).pipe(sql.withTransaction)
})

layer(TestRegistering.layer, { excludeTestServices: true })("a fund with a backlog of calls", (it) => {
  it.effect("has its next calls found without a look at the others, and none while it is held", () =>
    Effect.gen(function* () {
      const fundId = yield* aBacklog
      const { neglected, nextOf } = yield* fundCallLedger
      const held = { fundId, until: "infinity" }
      assert.deepStrictEqual(yield* read(nextOf(fundId), held), { found: [], rows: 0 })
      assert.deepStrictEqual(yield* read(neglected(0, []), held), { found: [], rows: 0 })
      const free = { fundId, until: "-infinity" }
      const next = yield* read(nextOf(fundId), free)
      assert.lengthOf(next.found, 2)
      assert.isAtMost(next.rows, 20)
      const swept = yield* read(neglected(0, []), free)
      assert.lengthOf(swept.found, 8)
      assert.isAtMost(swept.rows, 100)
    })
  )
})
