import * as Clock from "effect/Clock"
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BusinessClock } from "../time/BusinessClock.ts"
import { Jobs } from "./Jobs.ts"
import { supervised } from "./supervised.ts"

/** How soon a timer notices that the clock was moved, if it can be. */
const LOOK = Duration.millis(250)

/**
 * Runs an effect at the times of a cron expression, once for each time over all processes, and also if every process
 * was down at that time (once, as soon as a process is up again).
 *
 * By default the times are simulated time, since most timers look for live and simulated rows at once: when the clock
 * is moved past a time, the effect runs once. With `simulated: false` they are true times.
 *
 * Each next time is offered in advance as a delayed job with the id `cron:<name>:<time>`; the unique id ensures a
 * single run. Runs until it is interrupted.
 */
export const periodically = <E, R>(
  name: string,
  cron: Cron.Cron,
  effect: Effect.Effect<void, E, R>,
  { simulated = true }: { readonly simulated?: boolean } = {}
): Effect.Effect<never, never, Jobs | BusinessClock | R> =>
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const clock = yield* BusinessClock
    const queue = yield* jobs.queue({
      name: `cron:${name}`,
      schema: Schema.Struct({ slot: Schema.String }),
      look: "seldom"
    })
    let offered: string | undefined
    let seen = 0

    const offerNext = Effect.gen(function* () {
      const ahead = simulated ? Duration.toMillis(yield* clock.offset) : 0
      const now = (yield* Clock.currentTimeMillis) + ahead
      if (ahead > seen) {
        // The delays of waiting jobs are true time, from before the clock was moved.
        yield* queue.hasten(({ slot }) => Math.max(0, Date.parse(slot) - now))
        seen = ahead
      }
      const next = Cron.next(cron, now)
      const slot = next.toISOString()
      const delay = Duration.millis(next.getTime() - now)
      if (slot !== offered) yield* queue.offer({ slot }, { id: `cron:${name}:${slot}`, delay })
      offered = slot
      yield* Effect.sleep(simulated && clock.canMove ? Duration.min(delay, LOOK) : delay)
    })
    return yield* Effect.raceFirst(
      supervised(`The timer of ${name}`, offerNext),
      queue.work(() => effect, { concurrency: 1 })
    )
  })
