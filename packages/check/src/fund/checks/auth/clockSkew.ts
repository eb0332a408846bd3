import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { notApplicable, pass } from "../../../check/outcomes.ts"
import type { FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { atEachOperation, ifAccepted, inTurn, isSuccess, notReached, warned } from "../shared/answers.ts"
import { callAuthorised } from "../shared/authorised.ts"

/** Clocks of two companies differ. Tokens live for two minutes, so half a minute leaves enough of it. */
const clocks = [
  { tamper: "clock_ahead", words: "ahead of" },
  { tamper: "clock_behind", words: "behind" }
] as const

const judge = (
  fund: FundUnderTest,
  { body, operation }: Offer,
  { tamper, words }: (typeof clocks)[number]
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const called = yield* callAuthorised(fund, operation, body(), { tamper })
    if (called === null) return notApplicable("There is no token.")
    const { answer } = called
    return isSuccess(answer)
      ? pass
      : (notReached(answer) ??
          warned(answer, {
            cause: `The fund refuses a token of a clock that is half a minute ${words} its own.`,
            expected: "2xx.",
            root: "clocks may not differ"
          }))
  })

export const clockSkew: FundCheck = {
  id: "AUTH-5-19",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: "The fund accepts tokens of a clock that differs from its own by half a minute.",
  hint: "Allow clocks to differ by 60 seconds when you check iat, nbf and exp. Libraries call it leeway or clock tolerance, and many have none by default.",
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow === "jwt" || "The fund agreed on another authentication than a token for each call.",
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      ifAccepted(
        fund,
        offer,
        inTurn(clocks, (clock) => judge(fund, offer, clock))
      )
    )
}
