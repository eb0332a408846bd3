import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { periodically } from "../jobs/periodically.ts"
import { RateLimits } from "../rate-limit/RateLimits.ts"
import { IdempotencyLedger } from "./IdempotencyLedger.ts"

/** Every hour deletes responses that were kept for 24 hours, and rate limits whose burst is full again. */
export const ExpiredKeys = Layer.effectDiscard(
  Effect.gen(function* () {
    const { removeExpired } = yield* IdempotencyLedger
    const { forgetRested } = yield* RateLimits
    yield* Effect.forkScoped(
      periodically("expired idempotency keys", Cron.parseUnsafe("17 * * * *"), removeExpired)
    )
    yield* Effect.forkScoped(periodically("rested rate limits", Cron.parseUnsafe("23 * * * *"), forgetRested))
  })
)
