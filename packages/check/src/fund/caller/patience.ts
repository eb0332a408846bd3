/**
 * Repeats a call as the service does: after 429 when `Retry-After` says so, and after a temporary failure (5xx). A fund
 * may answer so to any call, so it is nothing to judge a check by. Checks that judge these very answers call with `once`.
 *
 * Why calls then go one at a time: of many that are repeated together, most would be too many again.
 */
import { retryAfterMillis } from "@embedded-super/http-manners"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { waiting } from "../../run/Stopwatch.ts"
import { isServerError } from "../checks/shared/answers.ts"
import type { Answer } from "../FundUnderTest.ts"
import { RateLimited } from "./pace.ts"

export interface Patience {
  /** Makes a call, and makes it again while its answer asks for that. `made`: each time with what is valid once only. */
  readonly patiently: <E, R>(made: Effect.Effect<Answer, E, R>) => Effect.Effect<Answer, E, R>
  /** Waits until the fund may be called again, as far as it has said. */
  readonly whenFree: Effect.Effect<void>
}

/** A longer wait is left to the person who runs the kit. */
const LONGEST_WAIT = 5000

/** A wait that is rounded down, to 0 for example, is over too early. */
const SHORTEST_WAIT = 250

const MOST_REPEATS = 2

const ATTEMPTS = 3

/** The wait of the service before its first repeat (R-7-8). Only a fund that says 503 prepares an answer meanwhile. */
const PREPARATION = 2500

/** After so many waits that didn't help, one after another, no more are made: the answer isn't about time. */
const MOST_IN_VAIN = 3

const isTooMany = ({ status }: Answer): boolean => status === 429

export const makePatience = (): Patience => {
  const oneAtATime = Semaphore.makeUnsafe(1)
  let isLimited = false
  let freeAt = 0
  let limitedInVain = 0
  let preparedInVain = 0

  /** Remembers when the fund may be called again. Dies if that is too far away, or isn't said. */
  const heed = (answer: Answer) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const wait = retryAfterMillis(answer.headers["retry-after"] ?? null, now)
      if (wait === null || wait > LONGEST_WAIT) return yield* Effect.die(new RateLimited())
      isLimited = true
      freeAt = Math.max(freeAt, now + Math.max(wait, SHORTEST_WAIT))
    })

  const whenFree = Effect.gen(function* () {
    const wait = freeAt - (yield* Clock.currentTimeMillis)
    if (wait > 0) yield* waiting(Effect.sleep(wait))
  })

  const oneByOne: Patience["patiently"] = (made) =>
    oneAtATime.withPermit(
      Effect.gen(function* () {
        for (let repeat = 0; repeat <= MOST_REPEATS; repeat += 1) {
          yield* whenFree
          const answer = yield* made
          if (!isTooMany(answer)) {
            if (repeat > 0) limitedInVain = 0
            return answer
          }
          yield* heed(answer)
          if (limitedInVain >= MOST_IN_VAIN) break
        }
        limitedInVain += 1
        return yield* Effect.die(new RateLimited())
      })
    )

  const withinLimits: Patience["patiently"] = (made) =>
    Effect.gen(function* () {
      if (isLimited) return yield* oneByOne(made)
      const answer = yield* made
      if (!isTooMany(answer)) return answer
      yield* heed(answer)
      return yield* oneByOne(made)
    })

  return {
    whenFree,
    patiently: (made) =>
      Effect.gen(function* () {
        for (let attempt = 1; ; attempt += 1) {
          const answer = yield* withinLimits(made)
          if (!isServerError(answer) || attempt === ATTEMPTS) return answer
          if (attempt === 1 || answer.status !== 503 || preparedInVain >= MOST_IN_VAIN) continue
          preparedInVain += 1
          yield* waiting(Effect.sleep(PREPARATION))
          const prepared = yield* withinLimits(made)
          if (!isServerError(prepared)) preparedInVain = 0
          return prepared
        }
      })
  }
}
