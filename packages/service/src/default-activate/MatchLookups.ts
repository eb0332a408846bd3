import type { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { employersRepo, orNotFound } from "../employers/EmployersRepo.ts"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { Settings } from "../platform/config/Settings.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { newId } from "../platform/ids/newId.ts"
import { ListLookup } from "../employer-lists/ListLookup.ts"
import { fundLookup } from "./fundLookup.ts"
import { LiveLookup } from "./LiveLookup.ts"
import { LookupQuota } from "./LookupQuota.ts"
import { type FinishedLookup, matchLookupsRepo, type FundToAsk, matchesRepo } from "./MatchesRepo.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"

/** How often a process checks whether another one has finished a lookup. */
const POLL = "50 millis"

/**
 * The lookup that starts when an employer's embed is opened (R-1-17): it asks every linked fund, all at once and within
 * 2.5 seconds, once for each opening. Processes share it through the database.
 */
export class MatchLookups extends Context.Service<
  MatchLookups,
  {
    /** Starts the lookup of an embed that was just opened. Doesn't wait for it, and never fails. */
    readonly begin: (embed: OpenEmbed) => Effect.Effect<void>
    /**
     * Waits for the lookup of an embed. Starts it if it wasn't started, or if its process ended before finishing it.
     */
    readonly done: (embed: OpenEmbed) => Effect.Effect<FinishedLookup, NotFound | SqlError>
    /** Like `done`, without waiting: undefined until the lookup is finished. */
    readonly finished: (embed: OpenEmbed) => Effect.Effect<FinishedLookup | undefined, SqlError>
  }
>()("@embedded-super/service/default-activate/MatchLookups") {
  static readonly layerNoDeps = Layer.effect(
    MatchLookups,
    Effect.gen(function* () {
      const { timeouts } = yield* Settings
      const repo = yield* matchesRepo
      const lookups = yield* matchLookupsRepo
      const employers = yield* employersRepo
      const funds = yield* fundsRepo
      const lookup = yield* fundLookup
      const quota = yield* LookupQuota
      const scope = yield* Effect.scope
      const timeline = yield* Timeline

      const noteAsked = (embed: OpenEmbed, asked: number, not_asked: number) =>
        timeline.note({
          kind: "matches_found",
          detail: { asked, not_asked },
          isStep: true,
          about: aboutLookup(embed)
        })

      /** Asks these funds until the budget is spent. Returns the funds that weren't asked. */
      const askAll = Effect.fnUntraced(function* (
        embed: OpenEmbed,
        abn: S.Abn,
        toAsk: ReadonlyArray<FundToAsk>
      ) {
        const called = new Set<S.FundId>()
        const late = new Set<StoredFund>()
        const ask = Effect.fnUntraced(function* ({ fund_id, fund_product_id }: FundToAsk) {
          const fund = Option.getOrThrow(yield* funds.find(fund_id))
          called.add(fund_id)
          late.add(fund)
          const known = yield* lookup(embed.productId, fund, abn).pipe(
            Effect.catchTag("NotAsked", () =>
              Effect.sync(() => {
                called.delete(fund_id)
                return Option.none()
              })
            )
          )
          late.delete(fund)
          if (Option.isNone(known)) return
          const id = (yield* newId) as S.EmbedMatchId
          yield* Effect.uninterruptible(repo.insert(embed, { id, fund_id, fund_product_id, ...known.value }))
          const detail = { fund: fund.name, has_number: known.value.employer_number !== null }
          yield* timeline.note({ kind: "match_found", detail, about: aboutLookup(embed, fund) })
        })
        yield* Effect.forEach(toAsk, ask, { concurrency: "unbounded", discard: true }).pipe(
          Effect.timeoutOption(timeouts.lookup)
        )
        for (const fund of late) {
          const detail = { fund: fund.name, is_known: false, by: "late" } as const
          yield* timeline.note({ kind: "fund_lookup_answered", detail, about: aboutLookup(embed, fund) })
        }
        return toAsk.filter(({ fund_id }) => !called.has(fund_id))
      })

      /** Makes the lookup. Returns the number of linked funds that weren't asked. */
      const lookUp = Effect.fn("MatchLookups.lookUp")(function* (embed: OpenEmbed) {
        const { abn } = yield* orNotFound(yield* employers.find(embed.productId, embed.employerId))
        const toAsk = yield* repo.toAsk(embed)
        if (toAsk.length === 0) return 0
        // Beyond the day's quota no fund is asked; the embed continues as without a match.
        if (!(yield* quota.take(embed.productId, abn))) {
          yield* noteAsked(embed, 0, toAsk.length)
          return toAsk.length
        }
        const notAsked = yield* askAll(embed, abn, toAsk)
        yield* noteAsked(embed, toAsk.length - notAsked.length, notAsked.length)
        if (notAsked.length > 0) yield* report(embed, notAsked, toAsk.length)
        return notAsked.length
      })

      /** Starts the lookup unless another claim on it is valid. Its fiber outlives the request that started it. */
      const start = Effect.fnUntraced(function* (embed: OpenEmbed) {
        const claim = yield* newId
        if (!(yield* lookups.claim(embed.embedSessionId, claim))) return undefined
        // A step of its own, because the lookup outlives the request's step.
        const traceparent = yield* timeline.traceparent
        return yield* timeline
          .step({ traceparent })(lookUp(embed))
          .pipe(
            Effect.flatMap((notAsked) => lookups.finish(embed.embedSessionId, claim, notAsked)),
            Effect.onExit((exit) =>
              Exit.isSuccess(exit) ? Effect.void : Effect.ignore(lookups.release(embed.embedSessionId, claim))
            ),
            Effect.forkIn(scope)
          )
      })

      const finished = ({ embedSessionId }: OpenEmbed) => lookups.finished(embedSessionId)

      return MatchLookups.of({
        begin: Effect.fn("MatchLookups.begin")(
          function* (embed) {
            yield* start(embed)
          },
          Effect.catchCause((cause) =>
            Effect.logError("The lookup of an employer's matches couldn't start", cause)
          )
        ),

        done: Effect.fn("MatchLookups.done")(function* (embed) {
          for (;;) {
            const found = yield* finished(embed)
            if (found !== undefined) return found
            const own = yield* start(embed)
            yield* own === undefined ? Effect.sleep(POLL) : Fiber.join(own)
          }
        }),

        finished
      })
    })
  )

  static readonly layer = MatchLookups.layerNoDeps.pipe(
    Layer.provide([LiveLookup.layer, ListLookup.layer, LookupQuota.layer])
  )
}

const aboutLookup = ({ employerId, embedSessionId, productId }: OpenEmbed, fund?: StoredFund) =>
  things({ employer: employerId, fund: fund?.id, embed_session: embedSessionId, product: productId })

const report = (embed: OpenEmbed, notAsked: ReadonlyArray<FundToAsk>, linked: number) =>
  Effect.logWarning("An employer lookup didn't ask all linked funds").pipe(
    Effect.annotateLogs({
      product_id: embed.productId,
      funds: linked,
      not_asked: notAsked.map(({ slug }) => slug).join(", ")
    })
  )
