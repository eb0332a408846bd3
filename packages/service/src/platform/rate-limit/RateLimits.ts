import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../config/Settings.ts"
import { rateLimitsRepo } from "./RateLimitsRepo.ts"

/** What a request found. */
export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: Settings["Service"]["rateLimit"]
  /** Requests that would be answered at once, after this one. */
  readonly remaining: number
  /** Seconds until the whole burst is there again. */
  readonly fullIn: number
  /** Seconds until one more request is answered; 0 if it would be now. */
  readonly retryIn: number
}

/**
 * The rate limit (D-rate-limits): 600 requests a minute, 50 of them at once, for a product or a partner over all of its
 * keys, and for each opened embed; over all machines of the service.
 *
 * A leaky bucket (GCRA) in one row: each request moves the moment at which the bucket is full again by a minute's 600th
 * part, and one that would move it further than the burst allows is refused and moves nothing. The database's clock
 * counts, so machines whose clocks differ agree.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts one request; undefined where there is no limit. */
    readonly take: (ownerId: string) => Effect.Effect<RateVerdict | undefined>
    /** Forgets those whose whole burst is there again: nothing is known of them that isn't true of anybody. */
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
      if (perMinute === 0) return RateLimits.of({ take: () => Effect.undefined, forgetRested })

      /** Seconds that one request costs, and that the whole burst costs. */
      const one = 60 / perMinute
      const all = burst * one
      const take = Effect.fn("RateLimits.take")(function* (ownerId: string) {
        const moved = yield* repo.move(ownerId, { one, all })
        const fullIn = Math.max(0, moved ?? (yield* repo.fullIn(ownerId)) ?? 0)
        return {
          allowed: moved !== undefined,
          limit,
          // What floating point takes from a whole number is given back.
          remaining: Math.max(0, Math.floor((all - fullIn) / one + 0.001)),
          fullIn,
          retryIn: Math.max(0, fullIn - (all - one))
        }
      }, Effect.orDie)

      return RateLimits.of({ take, forgetRested })
    })
  )
}
