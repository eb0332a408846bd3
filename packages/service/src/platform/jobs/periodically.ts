import * as Clock from "effect/Clock"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "./Jobs.ts"
import { supervised } from "./supervised.ts"

/**
 * Runs an effect at the times of a cron expression, once for each time over all processes, and also when every process
 * was down at that time (once, as soon as one is up again).
 *
 * Each coming time is offered beforehand as a delayed job with the id `cron:<name>:<time>`; the id's uniqueness is what
 * makes it one run. Runs until it is interrupted.
 */
export const periodically = <E, R>(
  name: string,
  cron: Cron.Cron,
  effect: Effect.Effect<void, E, R>
): Effect.Effect<never, never, Jobs | R> =>
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const queue = yield* jobs.queue({
      name: `cron:${name}`,
      schema: Schema.Struct({ slot: Schema.String }),
      look: "seldom"
    })
    const offerNext = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const next = Cron.next(cron, now)
      const slot = next.toISOString()
      const delay = next.getTime() - now
      yield* queue.offer({ slot }, { id: `cron:${name}:${slot}`, delay })
      yield* Effect.sleep(delay)
    })
    return yield* Effect.raceFirst(
      supervised(`The timer of ${name}`, offerNext),
      queue.work(() => effect, { concurrency: 1 })
    )
  })
