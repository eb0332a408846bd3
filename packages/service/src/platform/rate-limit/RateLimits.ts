/**
 * The rate limit (D-rate-limits): 600 requests a minute, 50 of them at once, for a product or a partner over all of its
 * keys, and for each opened embed. It holds over all processes. `heedRateLimit` sets the headers and refuses;
 * `RateLimitsRepo` has the statements.
 *
 * Why a leaky bucket (GCRA): it is one time in one row. Each request moves the time at which the bucket is full again
 * by a 600th of a minute. A request that would move it further than the burst allows is refused and moves nothing.
 *
 * The request is counted by the statement that finds its caller (`counting`): a statement of its own for every request
 * would be a second one.
 *
 * The trap: only the database's clock counts, because the clocks of machines differ. Count a request outside of its
 * transaction: a rollback would undo the count, and a failed request would cost nothing.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../config/Settings.ts"
import { rateLimitsRepo } from "./RateLimitsRepo.ts"
import { RateLimited } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Fragment } from "effect/sql/Statement"

/** The result of counting a request. */
export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: Settings["Service"]["rateLimit"]
  /** Requests that would be allowed at once, after this one. */
  readonly remaining: number
  /** Seconds until the whole burst is available again. */
  readonly fullIn: number
  /** Seconds until one more request is allowed; 0 if it would be now. */
  readonly retryIn: number
}

/** Counts requests against the rate limit of their owner: a product, a partner, or an opened embed. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * A query that counts one request of the owner that `owners` selects (one column, `owner_id`, and at most one row),
     * as part of a statement. It returns `full_in`, for `verdict`; no row if the request isn't allowed. Undefined if
     * there is no limit.
     */
    readonly counting: (owners: Fragment) => Fragment | undefined
    /** The verdict on a request of the owner that was counted so; undefined if there is no limit. */
    readonly verdict: (ownerId: string, fullIn: number | null) => Effect.Effect<RateVerdict | undefined>
    /** Deletes rows whose whole burst is available again: a missing row means the same. */
    readonly forgetRested: Effect.Effect<void>
  }
>()("@embedded-super/service/platform/rate-limit/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const repo = yield* rateLimitsRepo
      const { rateLimit: limit } = yield* Settings
      const { burst, perMinute } = limit
      const forgetRested = Effect.orDie(Effect.asVoid(repo.removeFull))
      if (perMinute === 0) {
        return RateLimits.of({ counting: () => undefined, verdict: () => Effect.undefined, forgetRested })
      }

      /** The cost of one request and of the whole burst, in seconds. */
      const one = 60 / perMinute
      const all = burst * one

      const allowed = (isAllowed: boolean, seconds: number): RateVerdict => {
        const fullIn = Math.max(0, seconds)
        return {
          allowed: isAllowed,
          limit,
          // Corrects the rounding error of floating point.
          remaining: Math.max(0, Math.floor((all - fullIn) / one + 0.001)),
          fullIn,
          retryIn: Math.max(0, fullIn - (all - one))
        }
      }

      return RateLimits.of({
        counting: (owners) => repo.counting(owners, { one, all }),
        verdict: (ownerId, moved) =>
          moved === null
            ? Effect.orDie(Effect.map(repo.fullIn(ownerId), (fullIn) => allowed(false, fullIn ?? 0)))
            : Effect.succeed(allowed(true, moved)),
        forgetRested
      })
    })
  )
}

/**
 * Sets `RateLimit-Policy` and `RateLimit` on the response to a caller's request, for every status. Fails with 429 if the
 * limit of the caller's product (or partner) is used up.
 */
export const heedRateLimit = Effect.fnUntraced(function* (
  kind: S.ApiKeyKind,
  verdict: RateVerdict | undefined
) {
  if (verdict === undefined) return
  const headers = headersOf(kind, verdict)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers))
  )
  if (!verdict.allowed) return yield* usedUp(kind, verdict)
})

/** Refuses a request of an embed over its own limit. Sets no headers, because the frame doesn't use them. */
export const heedEmbedRateLimit = (verdict: RateVerdict | undefined): Effect.Effect<void, RateLimited> =>
  verdict === undefined || verdict.allowed ? Effect.void : Effect.fail(usedUp("embed", verdict))

/** Whole seconds, and never 0, which isn't a wait. */
const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))

/**
 * draft-ietf-httpapi-ratelimit-headers-10, in the structured fields of the contract. The remaining count is of the
 * burst, which is used up first: it refills at the rate of the limit per minute.
 */
const headersOf = (policy: S.ApiKeyKind, { limit, remaining, fullIn }: RateVerdict) => {
  const { burst, perMinute } = limit
  const window = wholeSeconds((burst * 60) / perMinute)
  return {
    "ratelimit-policy": `"burst";q=${burst};w=${window}, "${policy}";q=${perMinute};w=60`,
    ratelimit: `"burst";r=${remaining};t=${wholeSeconds(fullIn)}`
  }
}

const usedUp = (policy: S.ApiKeyKind | "embed", { limit, retryIn }: RateVerdict) => {
  const wait = wholeSeconds(retryIn)
  return new RateLimited({
    code: "rate_limited",
    detail:
      `The ${policy}'s burst of ${limit.burst} requests is used up; it refills by ${limit.perMinute} requests a minute. ` +
      `Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
    retry_after: wait
  })
}
