import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { periodically } from "../jobs/periodically.ts"
import { IdempotencyKeys } from "./IdempotencyKeys.ts"

/** Forgets every hour what was kept for 24. */
export const ExpiredKeys = Layer.effectDiscard(
  Effect.gen(function* () {
    const { removeExpired } = yield* IdempotencyKeys
    yield* Effect.forkScoped(
      periodically("expired idempotency keys", Cron.parseUnsafe("17 * * * *"), removeExpired)
    )
  })
)
