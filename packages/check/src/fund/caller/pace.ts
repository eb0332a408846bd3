import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import { waiting } from "../../run/Stopwatch.ts"
import { type Kit, eachRun, notMade } from "../../check/Check.ts"
import type { FundUnderTest } from "../FundUnderTest.ts"

const MINUTE = 60_000

/** Two calls may come nearer to each other on their way than they were sent. */
const MARGIN = 1.1

/** No timer is shorter, in milliseconds. The rest is waited for with a later call. */
const SHORTEST_WAIT = 1

export interface PaceLimits {
  readonly perMinute: number | undefined
  readonly atOnce: number
  /** Milliseconds between the beginnings of two calls. */
  readonly apart: number
}

interface Pace {
  /** Makes a call as soon as the limits allow it. */
  readonly paced: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The same for a call that is made within another, such as one for an access token: it has no permit of its own. */
  readonly within: Pace["paced"]
}

/**
 * Keeps calls within the fund's limits. No check's time passes while a call waits. The parts of the call, such as a token that
 * expires, are made after the wait.
 *
 * Why calls are spread evenly over the minute: a fund may count by the minute of its clock, by any sixty seconds, by the
 * second, or let single calls pass at a fixed rate. Evenly spread calls stay within all of these.
 */
export const makePace = ({ apart, atOnce, perMinute }: PaceLimits): Pace => {
  const permits = Semaphore.makeUnsafe(atOnce)
  const between = Math.max(apart, perMinute === undefined ? 0 : (MINUTE / perMinute) * MARGIN)
  let last = -Infinity

  const turn = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const at = Math.max(now, last + between)
    last = at
    const left = at - now
    if (left >= SHORTEST_WAIT) yield* Effect.sleep(Math.ceil(left))
  })

  const within: Pace["within"] = (call) => Effect.andThen(waiting(turn), call)

  return {
    within,
    paced: (call) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.andThen(
          restore(waiting(permits.take(1))),
          Effect.ensuring(restore(within(call)), permits.release(1))
        )
      )
  }
}

/** Ends a check that the fund's rate limit keeps from being made. `observed` makes the outcome of it: not observed. */
export class RateLimited extends Error {
  override readonly name = "RateLimited"
}

/** The profile's limit of calls a minute: for checks, or for every caller. */
export const limitOf = ({ check, limits }: FundProfile): number | undefined =>
  check?.requests_per_minute ?? limits?.requests_per_minute

const adviceFor = (profile: FundProfile): string =>
  limitOf(profile) === undefined
    ? "The fund answers 429 to this check's calls. Name its limit in the profile as check.requests_per_minute, and run again."
    : "The fund answers 429 to this check's calls, which keep the limit of its profile. Lower check.requests_per_minute, and run again."

/** A check that the fund's rate limit keeps from being made isn't judged: a fund may have a limit. */
export const observed = (
  kit: Kit<FundUnderTest>,
  profile: FundProfile,
  mode: CheckMode
): Kit<FundUnderTest> =>
  eachRun(kit, (run) =>
    Effect.catchDefect(run, (defect) =>
      defect instanceof RateLimited ? Effect.succeed(notMade(mode, adviceFor(profile))) : Effect.die(defect)
    )
  )

/** Undefined if the fund answers 429 to this call for good: for a check that looks whether the call is the reason. */
export const unlessLimited = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.catchDefect(call, (defect) =>
    defect instanceof RateLimited ? Effect.undefined : Effect.die(defect)
  )
