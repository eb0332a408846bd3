/** Each of several calls at the same time gets its own answer: a program that keeps a request in a shared place mixes them. */
import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { limitOf } from "../../profile/limitOf.ts"
import { found, live, matches, saysNoMatch } from "../lookup/offered.ts"
import { failed } from "../shared/answers.ts"
import { AT_ONCE, FEWEST_A_MINUTE, ONCE } from "./atOnce.ts"

const base = {
  level: "MUST",
  modes: ["dev", "certify"],
  timeLimit: "3 minutes",
  hint: "Keep what belongs to a call in the call: no global variable, no field of a shared object, no connection that two calls use at once."
} as const

/** How many calls may be made at the same time, or why none. */
const widthOf = ({ profile }: FundUnderTest): number | Outcome => {
  const { concurrent_requests: most = AT_ONCE } = profile.limits ?? {}
  if ((limitOf(profile) ?? Infinity) < FEWEST_A_MINUTE || most < 2)
    return notObserved("The profile's limits leave no calls at the same time.")
  return Math.min(AT_ONCE, most)
}

const ROUNDS = 10

/** One after the other, to see whether answers change by themselves. */
const REPEATS = 10

const isRead = (answer: Answer): boolean => matches(answer) || saysNoMatch(answer)

export const ownLookups: FundCheck = {
  ...base,
  id: "LIMITS-2.5-1",
  requirement: "R-2.5-3",
  also: ["R-2.5-7"],
  title: "Lookups at the same time are answered each for its own ABN.",
  appliesTo: live,
  run: (fund) =>
    Effect.gen(function* () {
      const width = widthOf(fund)
      if (typeof width !== "number") return width
      const { matching_abn, unknown_abn } = fund.profile.check ?? {}
      if (matching_abn === undefined || unknown_abn === undefined)
        return notObserved("The profile names no matching_abn or no unknown_abn under check.")
      const abns = [matching_abn, unknown_abn]
      const alone = yield* Effect.forEach(abns, (abn) => fund.lookUp({ abn }, ONCE))
      if (!alone.every(isRead) || found(alone[0]!) === found(alone[1]!))
        return notObserved("One after the other, the two lookups don't have a match and a no match.")
      const cases = Array.from({ length: ROUNDS }, () => [0, 1]).flat()
      const answers = yield* Effect.forEach(cases, (which) => fund.lookUp({ abn: abns[which] }, ONCE), {
        concurrency: width
      })
      const at = answers.findIndex(
        (answer, index) => isRead(answer) && found(answer) !== found(alone[cases[index]!]!)
      )
      if (at < 0)
        return answers.filter(isRead).length > answers.length / 2
          ? pass
          : notObserved("Of lookups at the same time, less than half are answered.")
      // A fund whose answers change by themselves mixes nothing up.
      const abn = abns[cases[at]!]!
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const again = yield* fund.lookUp({ abn }, ONCE)
        if (isRead(again) && found(again) !== found(alone[cases[at]!]!))
          return failed(again, {
            cause: "The fund answers the same lookup in different ways.",
            expected: "The same answer each time, as long as the fund's records are the same.",
            actual: "Another answer."
          })
      }
      return failed(answers[at]!, {
        cause: "The fund answers a lookup for another ABN if lookups arrive at the same time.",
        expected: "The answer for the ABN of the call.",
        actual: "Another answer than to the same lookup alone."
      })
    })
}
