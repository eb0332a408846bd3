/**
 * The deadline of what a kit waits for.
 *
 * The trap: a machine may stand still, because it sleeps or has no time for the kit. Then the answer lies unread in the socket,
 * and Node runs the timers that are over before it reads. A timer that runs late tells it: the subject gets its whole time
 * once more.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Milliseconds by which a busy machine may be late without having stood still. */
const LATE = 250

/** A machine that is late each time is slow. */
const MOST_TIMES = 3

/** Runs `onOver` after so many milliseconds in which the machine didn't stand still. Returns what calls it off. */
export const deadline = (millis: number, onOver: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const arm = (times: number) => {
    const due = performance.now() + millis
    timer = setTimeout(() => {
      if (performance.now() - due > LATE && times < MOST_TIMES) arm(times + 1)
      else onOver()
    }, millis)
  }
  arm(1)
  return () => clearTimeout(timer)
}

/** The result of an effect; none if it takes longer than so many milliseconds in which the machine didn't stand still. */
export const within =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
    Effect.raceFirst(
      Effect.asSome(effect),
      Effect.callback<Option.Option<A>>((resume) => {
        const callOff = deadline(millis, () => resume(Effect.succeed(Option.none())))
        return Effect.sync(callOff)
      })
    )
