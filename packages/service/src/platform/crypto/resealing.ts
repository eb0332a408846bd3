/**
 * Re-sealing: wraps the data keys of all sealed values under the current master key, so that older master keys can be
 * retired (D-master-key-rotation). The values themselves aren't encrypted again: only their first bytes change.
 *
 * Why small steps: each is a transaction over some pages of one table, beside requests. It may end at any moment, and a
 * later run continues, because each value names its key.
 *
 * The trap: a process whose key file has another first line seals under that key, also while this runs. So the steps are
 * repeated until none is left, and an operator starts them after every process has the new first line.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../database/StatementLimits.ts"
import { rewrap } from "./envelope.ts"
import { MasterKeys } from "./MasterKeys.ts"
import { type OldValue, resealingRepo } from "./ResealingRepo.ts"
import { SEALED_COLUMNS } from "./sealedColumns.ts"

/** Pages that one step reads: half a megabyte, without what PostgreSQL stores apart. */
const PAGES = 64

/** The rest after each step, as a share of the time that it took: requests beside it get the processor. */
const REST = 0.3

/** How often all tables are read at most: a row that moves or is locked is found in a later round. */
const ROUNDS = 5

/** How many values each master key wraps, by its id in hexadecimal digits, over all tables. */
export const sealedCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* resealingRepo
  const counts = new Map<string, number>()
  for (const [table, column] of SEALED_COLUMNS) {
    for (const { id, values } of yield* inBackground(sql)(repo.counts(table, column)))
      counts.set(id, (counts.get(id) ?? 0) + values)
  }
  return counts
})

/** Re-seals the values of some pages; returns how many. A value under a key that this process lacks stays. */
const step = Effect.fnUntraced(function* (table: string, column: string, from: number) {
  const keys = yield* MasterKeys
  const repo = yield* resealingRepo
  const to = from + PAGES
  const old = yield* repo.lockOld(table, column, keys.current.id, from, to)
  const fresh = old.flatMap(({ head, place }): ReadonlyArray<OldValue> =>
    Result.match(rewrap(keys, head), {
      onFailure: () => [],
      onSuccess: (wrapped) => [{ head: wrapped, place }]
    })
  )
  if (fresh.length > 0) yield* repo.replace(table, column, fresh, from, to)
  return fresh.length
})

/** Re-seals all values that it can, and returns how many. */
export const reseal = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* resealingRepo
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    let resealed = 0
    for (const [table, column] of SEALED_COLUMNS) {
      const pages = yield* repo.pages(table)
      for (let from = 0; from < pages; from += PAGES) {
        const [took, done] = yield* Effect.timed(inBackground(sql)(step(table, column, from)))
        resealed += done
        yield* Effect.sleep(Duration.times(took, REST))
      }
    }
    total += resealed
    if (resealed === 0) break
  }
  return total
}).pipe(Effect.withSpan("masterKeys.reseal"))
