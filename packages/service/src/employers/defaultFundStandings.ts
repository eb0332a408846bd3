import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { employersRepo } from "./EmployersRepo.ts"
import { settingsChanges } from "./settingsChanges.ts"

/** How many employers one transaction tells. */
const BATCH = 200

/**
 * What becomes of an employer's set-up when its default fund's product closes, or opens again. `follow` brings the
 * employers up to date whose default is a product of a fund: one that closed no longer counts as configured, one that
 * opened again does, and each change sends `employer_settings_changed`. It is the work of a job, in several
 * transactions; done again it changes nothing. Answers how many employers it looked at.
 */
export const defaultFundStandings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* BusinessClock
  const repo = yield* employersRepo
  const changes = yield* settingsChanges

  const followSome = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
    const found = yield* repo.defaultFundsToMark(fundId, after, BATCH)
    for (const { id, product_id } of found) {
      const employer = Option.getOrUndefined(yield* repo.lock(product_id, id))
      if (employer === undefined) continue
      // Meanwhile it may have chosen another fund, or this one may have opened again.
      const default_fund_closed = !(yield* repo.isDefaultFundOpen(employer))
      yield* changes.apply(employer, { default_fund_closed }, yield* clock.nowOf(product_id))
    }
    return { count: found.length, last: found.at(-1)?.id }
  }, sql.withTransaction)

  const follow = Effect.fn("defaultFundStandings.follow")(function* (fundId: string) {
    let count = 0
    let last: string | undefined
    do {
      const batch = yield* followSome(fundId, last)
      count += batch.count
      last = batch.last
    } while (last !== undefined)
    return count
  })

  return { follow }
})
