import type { CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Kit } from "../check/Check.ts"
import { eachRun, notMade } from "../check/eachRun.ts"
import type { FundUnderTest } from "./FundUnderTest.ts"
import { limitOf } from "./profile/limitOf.ts"
import { RateLimited } from "./RateLimited.ts"

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
