import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { ListLookup } from "../employer-lists/ListLookup.ts"
import { fundBreachLedger } from "../funds/FundBreachLedger.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { audit } from "../platform/audit/audit.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { type KnownEmployer, LiveLookup } from "./LiveLookup.ts"
import { lookupCountsRepo } from "./MatchesRepo.ts"

/**
 * A fund that matches more than this share of this many consecutive lookups matches too freely (D-default-activate).
 */
const WINDOW = 200
const ABNORMAL_SHARE = 0.5

/** The same limit, in words for the fund. */
const TOO_MANY = `More than ${100 * ABNORMAL_SHARE} % of ${WINDOW} consecutive lookups returned a match. Only employers whose current default fund is yours may match.`

/** Counts how often each fund matches, and reports an abnormally high share. The report names no employer. */
export const matchRates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* lookupCountsRepo
  const breaches = yield* fundBreachLedger

  const report = Effect.fnUntraced(
    function* ({ id, slug }: StoredFund, matches: number) {
      yield* Effect.logWarning("A fund returns a match for abnormally many employers").pipe(
        Effect.annotateLogs({ fund: slug, lookups: WINDOW, matches })
      )
      yield* audit({
        actor: { kind: "system" },
        action: "fund.match_rate",
        entity: { kind: "fund", id },
        detail: { slug, lookups: WINDOW, matches }
      })
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  return Effect.fn("matchRates")(function* (fund: StoredFund, known: Option.Option<KnownEmployer>) {
    const window = yield* repo.countAnswer(fund.id, Option.isSome(known), WINDOW)
    if (window?.lookups !== WINDOW || window.matches <= WINDOW * ABNORMAL_SHARE) return
    yield* report(fund, window.matches)
    yield* breaches.noteLookup(fund, TOO_MANY, null)
  })
})

/**
 * Whether a fund knows an employer (R-1-17, R-1-18): by a live call, or by its list if its profile says so. The caller
 * can't see which one was used.
 */
export const fundLookup = Effect.gen(function* () {
  const live = yield* LiveLookup
  const list = yield* ListLookup
  const countMatch = yield* matchRates
  const timeline = yield* Timeline

  return Effect.fn("fundLookup")(function* (productId: S.ProductId, fund: StoredFund, abn: S.Abn) {
    const isList = fund.profile.operations.employer_lookup?.source === "list"
    const note = (is_known: boolean, by: "list" | "call" | "not_asked") =>
      timeline.note({
        kind: "fund_lookup_answered",
        detail: { fund: fund.name, is_known, by },
        about: things({ fund: fund.id, product: productId })
      })
    const asked = isList ? list.ask(fund, abn) : live.ask(productId, fund, abn)
    const known = yield* Effect.tapError(asked, ({ _tag }) =>
      _tag === "NotAsked" ? note(false, "not_asked") : Effect.void
    )
    yield* note(Option.isSome(known), isList ? "list" : "call")
    yield* countMatch(fund, known)
    return known
  })
})
