import type { CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Kit } from "../check/Check.ts"
import { eachRun, notMade } from "../check/eachRun.ts"
import type { FundUnderTest } from "./FundUnderTest.ts"

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
