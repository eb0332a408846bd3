/**
 * Updates employers whose default fund closes for new members, or opens again.
 *
 * A fund's profile can close a product that thousands of employers have as their default. Each of them then counts as
 * not set up and gets the issue `default_fund_closed`. Both end when the product opens again or another fund is chosen.
 * Loading a profile puts the fund into the queue `default-fund-reviews`; an hourly run reviews every fund, because an
 * employer may choose a product at the very moment when it closes.
 *
 * The trap: a review is several transactions, so the result of a query may be out of date when the employer is locked.
 * Each transaction checks again under the lock. Interrupting or repeating a review does no harm.
 */
import * as Cause from "effect/Cause"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { queues } from "../platform/jobs/queues.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { closedDefaultFundsRepo } from "./ClosedDefaultFundsRepo.ts"
import { employersRepo } from "./EmployersRepo.ts"
import { settingsChanges } from "./settingsChanges.ts"

/** How many employers one transaction changes, and how many issues it opens or resolves. */
const BATCH = { settings: 200, issues: 1000 }

interface Batch {
  readonly count: number
  /** The last id of the batch; undefined if there are no more. */
  readonly last: string | undefined
}

export const closedDefaultFunds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* BusinessClock
  const repo = yield* closedDefaultFundsRepo
  const employers = yield* employersRepo
  const issues = yield* EmployerIssues
  const changes = yield* settingsChanges

  const changeSettings = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
    const found = yield* repo.toMark(fundId, after, BATCH.settings)
    for (const { id, product_id } of found) {
      const employer = Option.getOrUndefined(yield* employers.lock(product_id, id))
      if (employer === undefined) continue
      // Since the query, the employer may have chosen another fund, or this one may have opened again.
      const default_fund_closed = !(yield* repo.isOpen(employer))
      yield* changes.apply(employer, { default_fund_closed }, yield* clock.nowOf(product_id))
    }
    return { count: found.length, last: found.at(-1)?.id }
  }, sql.withTransaction)

  const openIssues = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
    yield* repo.hold(fundId)
    const locked = yield* repo.lockWithoutIssue(fundId, after, BATCH.issues)
    const withoutIssue = locked.length === 0 ? [] : yield* repo.stillWithoutIssue(locked)
    const opened = yield* issues.openMany(
      withoutIssue.map(({ id, product_id }) => ({
        productId: product_id,
        employerId: id,
        kind: "default_fund_closed"
      }))
    )
    return { count: opened.length, last: locked.at(-1)?.id }
  }, sql.withTransaction)

  const resolveIssues = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
    yield* repo.hold(fundId)
    const obsolete = yield* repo.obsolete(fundId, after, BATCH.issues)
    const resolved = yield* issues.resolveIssues(obsolete.map(({ id }) => id))
    return { count: resolved.length, last: obsolete.at(-1)?.id }
  }, sql.withTransaction)

  /** Runs batch after batch, each from the end of the previous one. Returns the sum of their counts. */
  const throughout = Effect.fnUntraced(function* <E>(
    batchOf: (fundId: string, after: string | undefined) => Effect.Effect<Batch, E>,
    fundId: string
  ) {
    let count = 0
    let last: string | undefined
    do {
      const batch = yield* batchOf(fundId, last)
      count += batch.count
      last = batch.last
    } while (last !== undefined)
    return count
  })

  /** Updates the employers of one fund. Returns the number of issues that it opened or resolved. */
  const review = Effect.fn("ClosedDefaultFunds.review")(function* (fundId: string) {
    yield* throughout(changeSettings, fundId)
    const opened = yield* throughout(openIssues, fundId)
    return opened + (yield* throughout(resolveIssues, fundId))
  })

  /** Reviews every fund. If a fund's review fails, logs that and skips the fund. */
  const reviewAll = Effect.gen(function* () {
    const counts = yield* Effect.forEach(yield* repo.changedFunds, ({ id }) =>
      review(id).pipe(
        Effect.catchTag("SqlError", (error) =>
          Effect.logError("The default fund of a fund's employers can't be reviewed", Cause.fail(error)).pipe(
            Effect.annotateLogs({ fund_id: id }),
            Effect.as(0)
          )
        )
      )
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }).pipe(Effect.withSpan("ClosedDefaultFunds.reviewAll"))

  return { review, reviewAll }
})

/** Processes the queue, and reviews every fund hourly, while its scope is open. */
export const DefaultFundReviews = Layer.effectDiscard(
  Effect.gen(function* () {
    const reviews = yield* closedDefaultFunds
    const queue = yield* queues.defaultFundReviews
    const hourly = Cron.parseUnsafe("23 * * * *")
    yield* Effect.forkScoped(periodically("default fund reviews", hourly, Effect.asVoid(reviews.reviewAll)))
    yield* Effect.forkScoped(
      queue.work(({ fund_id }) => Effect.asVoid(reviews.review(fund_id)), { concurrency: 1 })
    )
  })
)
