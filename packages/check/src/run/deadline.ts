/**
 * The deadline of a wait in a kit.
 *
 * The trap: a laptop may sleep. Then the answer lies unread in the socket, and Node runs the timers that are over before it
 * reads. So a timer that runs much too late means that the machine slept, and the subject gets its whole time once more.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Milliseconds by which a timer is late only on a machine that slept. */
const SLEPT = 1000

/** Node's clock and timer. */
export interface Timekeeper {
  readonly now: () => number
  /** Runs it after so many milliseconds. Returns a function that cancels it. */
  readonly after: (millis: number, run: () => void) => () => void
}

const ofNode: Timekeeper = {
  now: () => performance.now(),
  after: (millis, run) => {
    const timer = setTimeout(run, millis)
    return () => clearTimeout(timer)
  }
}

/** Runs `onOver` after so many milliseconds in which the machine didn't sleep. Returns a function that cancels it. */
export const deadline = (
  millis: number,
  onOver: () => void,
  { after, now }: Timekeeper = ofNode
): (() => void) => {
  const due = now() + millis
  let callOff = after(millis, () => {
    if (now() - due > SLEPT) callOff = after(millis, onOver)
    else onOver()
  })
  return () => callOff()
}

/** The result of an effect; none if it takes longer than so many milliseconds in which the machine didn't sleep. */
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
