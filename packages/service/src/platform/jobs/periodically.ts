import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BusinessClock } from "../time/BusinessClock.ts"
import { Jobs } from "./Jobs.ts"
import { supervised, troubleOf } from "./supervised.ts"

/** `slot` is the time; `simulated`: a time of the simulated clock. Moving that clock hastens the job. */
const Tick = Schema.Struct({ slot: Schema.String, simulated: Schema.optionalKey(Schema.Boolean) })

/** The queues of the timers that this process runs. */
export const TimersHere = Context.Reference<Set<string>>("@embedded-super/service/platform/jobs/TimersHere", {
  defaultValue: () => new Set()
})

/**
 * Runs an effect at the times of a cron expression, once for each time over all processes, and also if every process
 * was down at that time (once, as soon as a process is up again).
 *
 * By default the times are simulated time, since most timers look for live and simulated rows at once: when the clock
 * is moved past a time, the effect runs once. With `simulated: false` they are true times.
 *
 * Each next time is offered in advance as a delayed job with the id `cron:<name>:<time>`; the unique id ensures a
 * single run. The job of one time offers the next time before it runs the effect, so a failure or a crash breaks no
 * chain. Runs until it is interrupted.
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
    const queueName = `cron:${name}`
    const queue = yield* jobs.queue({ name: queueName, schema: Tick })
    const here = yield* TimersHere
    let offered: string | undefined

    /** Offers the next time after now and after `time`: this machine's clock may be behind the database's. */
    const offerNext = Effect.fnUntraced(function* (time: number) {
      const ahead = simulated ? Duration.toMillis(yield* clock.offset) : 0
      const now = (yield* Clock.currentTimeMillis) + ahead
      const next = Cron.next(cron, Math.max(now, time))
      const slot = next.toISOString()
      if (slot === offered) return
      yield* queue.offer(
        { slot, simulated },
        { id: `cron:${name}:${slot}`, delay: Duration.millis(next.getTime() - now) }
      )
      offered = slot
    })

    here.add(queueName)
    const trouble = troubleOf(`The timer of ${name}`)
    const offering = offerNext(0).pipe(Effect.andThen(trouble.worked), Effect.andThen(Effect.never))
    return yield* Effect.raceFirst(
      supervised(trouble, offering),
      queue.work(({ slot }) => Effect.andThen(offerNext(Date.parse(slot)), effect), { concurrency: 1 })
    ).pipe(Effect.ensuring(Effect.sync(() => here.delete(queueName))))
  })
