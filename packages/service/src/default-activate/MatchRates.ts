import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { FundBreachLedger } from "../funds/FundBreachLedger.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { audit } from "../platform/audit/audit.ts"
import type { KnownEmployer } from "./LiveLookup.ts"
import { lookupCountsRepo } from "./LookupCountsRepo.ts"

/**
 * A fund that matches more than this share of this many consecutive lookups matches too freely (D-default-activate).
 */
const WINDOW = 200
const ABNORMAL_SHARE = 0.5

/** The same limit, in words for the fund. */
const TOO_MANY = `More than ${100 * ABNORMAL_SHARE} % of ${WINDOW} consecutive lookups returned a match. Only employers whose current default fund is yours may match.`

/** Counts how often each fund matches, and reports an abnormally high share. The report names no employer. */
export class MatchRates extends Context.Service<
  MatchRates,
  {
    readonly count: (fund: StoredFund, known: Option.Option<KnownEmployer>) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/default-activate/MatchRates") {
  static readonly layerNoDeps = Layer.effect(
    MatchRates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* lookupCountsRepo
      const breaches = yield* FundBreachLedger

      const report = (fund: StoredFund, matches: number) =>
        Effect.andThen(
          Effect.logWarning("A fund returns a match for abnormally many employers").pipe(
            Effect.annotateLogs({ fund: fund.slug, lookups: WINDOW, matches })
          ),
          audit({
            actor: { kind: "system" },
            action: "fund.match_rate",
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug, lookups: WINDOW, matches }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
        ).pipe(Effect.andThen(breaches.noteLookup(fund, TOO_MANY, null)))

      const count = Effect.fn("MatchRates.count")(function* (
        fund: StoredFund,
        known: Option.Option<KnownEmployer>
      ) {
        const window = yield* repo.countAnswer(fund.id, Option.isSome(known), WINDOW)
        if (window?.lookups === WINDOW && window.matches > WINDOW * ABNORMAL_SHARE) {
          yield* report(fund, window.matches)
        }
      })

      return MatchRates.of({ count })
    })
  )
  static readonly layer = MatchRates.layerNoDeps.pipe(Layer.provide(FundBreachLedger.layer))
}
