import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { defaultFundStandings } from "../employers/defaultFundStandings.ts"
import { defaultFundsRepo } from "./defaultFundsRepo.ts"
import { EmployerIssues } from "./EmployerIssues.ts"

/** How many employers one transaction tells. */
const BATCH = 1000

/**
 * Holds the default funds of employers against what can be a default. One closed product may concern thousands of
 * employers, so this is the work of a job, in several transactions; to be interrupted and done again changes nothing.
 */
export class DefaultFundReviews extends Context.Service<
  DefaultFundReviews,
  {
    /**
     * Lets the set-up of employers follow whose default is a product of this fund that closed or opened again; opens
     * `default_fund_closed` for the former, and resolves it for the latter. Answers of how many issues it told.
     */
    readonly review: (fundId: string) => Effect.Effect<number, SqlError>
    /** The same for every fund: an employer may choose a product in the very moment in which it closes. */
    readonly reviewAll: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/employer-issues/DefaultFundReviews") {
  static readonly layer = Layer.effect(
    DefaultFundReviews,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* defaultFundsRepo
      const issues = yield* EmployerIssues
      const standings = yield* defaultFundStandings

      const openSome = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
        yield* repo.hold(fundId)
        const employers = yield* repo.lockUntold(fundId, after, BATCH)
        const untold = employers.length === 0 ? [] : yield* repo.stillUntold(employers)
        const opened = yield* issues.openMany(
          untold.map(({ id, product_id }) => ({
            productId: product_id,
            employerId: id,
            kind: "default_fund_closed"
          }))
        )
        return { told: opened.length, last: employers.at(-1)?.id }
      }, sql.withTransaction)

      const resolveSome = Effect.fnUntraced(function* (fundId: string, after: string | undefined) {
        yield* repo.hold(fundId)
        const obsolete = yield* repo.obsolete(fundId, after, BATCH)
        const resolved = yield* issues.resolveIssues(obsolete.map(({ id }) => id))
        return { told: resolved.length, last: obsolete.at(-1)?.id }
      }, sql.withTransaction)

      /** Batch after batch, each from where the one before ended. */
      const throughout = Effect.fnUntraced(function* (
        some: typeof openSome | typeof resolveSome,
        fundId: string
      ) {
        let told = 0
        let last: string | undefined
        do {
          const batch = yield* some(fundId, last)
          told += batch.told
          last = batch.last
        } while (last !== undefined)
        return told
      })

      const review = Effect.fn("DefaultFundReviews.review")(function* (fundId: string) {
        yield* standings.follow(fundId)
        const opened = yield* throughout(openSome, fundId)
        return opened + (yield* throughout(resolveSome, fundId))
      })

      const reviewAll = Effect.gen(function* () {
        const told = yield* Effect.forEach(yield* repo.changedFunds, ({ id }) =>
          review(id).pipe(
            Effect.catchTag("SqlError", (error) =>
              Effect.as(
                Effect.logError(`The employers of fund ${id} can't be told of its products`, error),
                0
              )
            )
          )
        )
        return told.reduce((sum, count) => sum + count, 0)
      }).pipe(Effect.withSpan("DefaultFundReviews.reviewAll"))

      return DefaultFundReviews.of({ review, reviewAll })
    })
  )
}
