import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import { supervised } from "../supervised.ts"
import { claimsRepo, type Job, type Settlement } from "./ClaimsRepo.ts"
import { JobStoreSettings } from "./jobStoreSettings.ts"

/** From 0.2 to 5 seconds apart, while the claim lasts. */
const whileClaimed = Schedule.min([Schedule.exponential(200, 1.5), Schedule.spaced(5000)]).pipe(
  Schedule.upTo({ duration: "12 seconds" })
)

interface Ending {
  readonly settlement: Settlement
  written: Exit.Exit<void, SqlError> | undefined
}

/**
 * The claims that this process holds: renews them, and writes how they end.
 *
 * Claims that end during a write are written together after it: many jobs that end at once are one statement. The
 * writes are one after another, because two statements that lock the same rows in different orders can deadlock.
 */
export const makeHolds = Effect.gen(function* () {
  const claims = yield* claimsRepo
  const { renewEvery } = yield* JobStoreSettings
  const held = new Set<Job>()
  const isHolding = Latch.makeUnsafe()
  const writing = Semaphore.makeUnsafe(1)
  let endings: Array<Ending> = []

  const writeAll = Effect.gen(function* () {
    const batch = endings
    endings = []
    const written = yield* Effect.exit(
      Effect.retry(claims.settle(batch.map(({ settlement }) => settlement)), whileClaimed)
    )
    for (const ending of batch) {
      ending.written = written
      held.delete(ending.settlement.job)
    }
  })

  const renewAll = Effect.suspend(() => {
    if (held.size > 0) return claims.renew([...held])
    isHolding.closeUnsafe()
    return Effect.void
  })
  const renewing = Effect.andThen(isHolding.await, Effect.sleep(renewEvery)).pipe(
    Effect.andThen(writing.withPermits(1)(renewAll))
  )
  yield* Effect.forkScoped(supervised("The renewal of claimed jobs", renewing))

  return {
    hold: (job: Job) => {
      held.add(job)
      isHolding.openUnsafe()
    },

    /** Writes how a claim ends. If the database refuses that for 12 seconds, the claim has expired. */
    settle: (settlement: Settlement) =>
      Effect.suspend(() => {
        const own: Ending = { settlement, written: undefined }
        endings.push(own)
        return writing
          .withPermits(1)(Effect.suspend(() => (own.written === undefined ? writeAll : Effect.void)))
          .pipe(
            Effect.flatMap(() => own.written ?? Effect.void),
            Effect.uninterruptible
          )
      })
  }
})
