import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ListLookup } from "@embedded-super/service/funds"
import { type Fund, timed, abnOf, type List, truthOf } from "./surroundings.ts"
import * as SqlClient from "effect/sql/SqlClient"
import { hashedAbn, listKeys } from "@embedded-super/rules/employer-list/listKeys"
import { Vault } from "@embedded-super/service/platform"
import { atMost, percentile, noted } from "../../chaos/Row.ts"

/** How often an employer is looked up during the import. */
const EVERY = "5 millis"

/** The results of lookups while one list replaced another. */
interface Watched {
  lookups: number
  /** Answers that neither list contains, or that the old list gave after the new list had answered. */
  wrong: number
  /** Answers that only the new list gives. */
  byNext: number
}

/** Looks up employers repeatedly: those on both lists, on one, and on none. `seen` holds the results so far. */
export const watchLookups = Effect.fnUntraced(function* (fund: Fund, before: List | undefined, next: List) {
  const lookup = yield* ListLookup
  const seen: Watched = { lookups: 0, wrong: 0, byNext: 0 }
  const span = next.rows * 1.3
  const one = Effect.gen(function* () {
    const index = Math.floor(seen.lookups * 7919 * 1.37) % Math.floor(span)
    const mayBeOld = seen.byNext === 0
    const answer = Option.getOrUndefined(yield* lookup.ask(fund, abnOf(index)))?.employer_number ?? undefined
    const [old, new_] = [before && truthOf(before, index), truthOf(next, index)]
    seen.lookups += 1
    if (answer === new_ && old !== new_) seen.byNext += 1
    else if (answer !== new_ && !(mayBeOld && answer === old)) seen.wrong += 1
    yield* Effect.sleep(EVERY)
  })
  yield* Effect.forkScoped(Effect.forever(one))
  return seen
})

const WARM_UP = 500

/** Lookups and bare indexed selects of the same employers, each first alternately, at p99. `of` is the list. */
export const lookups = Effect.fnUntraced(function* (fund: Fund, list: List, times: number, of: string) {
  const sql = yield* SqlClient.SqlClient
  const lookup = yield* ListLookup
  const keys = listKeys((yield* Vault).fingerprint("employer-list", fund.id))
  const [current] = yield* sql<{ generation: string }>`
    SELECT generation::text AS generation FROM employer_lists WHERE fund_id = ${fund.id}`
  const generation = current?.generation ?? "0"
  const took: { readonly ours: Array<number>; readonly bare: Array<number> } = { ours: [], bare: [] }
  for (let nth = 0; nth < times + WARM_UP; nth += 1) {
    const abn = abnOf(list.from + ((nth * 7919) % list.rows))
    const key = keys.of(hashedAbn("", abn))
    const ours = timed(Effect.map(lookup.ask(fund, abn), Option.isSome))
    const bare = timed(
      Effect.map(
        sql`SELECT employer_number FROM employer_list_entries WHERE generation = ${generation}::bigint AND key = ${key}`,
        (rows) => rows.length === 1
      )
    )
    const ways = [
      ["ours", ours],
      ["bare", bare]
    ] as const
    for (const [way, ask] of nth % 2 === 0 ? ways : ways.toReversed()) {
      const answer = yield* ask
      if (!answer.value) return yield* Effect.die(new Error("An employer of the list wasn't found."))
      if (nth >= WARM_UP) took[way].push(answer.took * 1000)
    }
  }
  const [p99, bareP99] = [percentile(took.ours, 0.99), percentile(took.bare, 0.99)]
  return [
    noted(`lookup p99 at ${of}`, p99, "ms"),
    noted("bare indexed select p99 then", bareP99, "ms"),
    atMost("lookup, as a ratio to that", p99 / bareP99, 2)
  ]
})

const FUNDS = 9

/** Lists of nine other funds, so many rows in all. */
export const otherFunds = Effect.fnUntraced(function* (
  rows: number,
  say: (text: string) => Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  for (let nth = 0; nth < FUNDS; nth += 1) {
    yield* sql`INSERT INTO employer_list_entries (generation, key, line, employer_number)
      SELECT ${1_000_000 + nth}::bigint, substring(sha256((${String(nth)} || '-' || n)::bytea) FOR 16), n::int, 'EMP-' || n
      FROM generate_series(1, ${rows / FUNDS}::int) n`
    yield* say(`  ${((nth + 1) * rows) / FUNDS} rows of other funds`)
  }
  yield* sql`ANALYZE employer_list_entries`
})
