import { notApplicable } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel, isSuccess, notReached, warned } from "../shared/answers.ts"
import { judgeRefusal, rootOf } from "./refusal.ts"

const what = "whose token was used before (jti)"

export const replayedToken: FundCheck = {
  id: "AUTH-5-11",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: `The fund answers 401 or 403 to a call ${what}.`,
  hint: "Keep the jti of each token until its exp, for all instances together, and refuse a token whose jti you have.",
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow === "jwt" || "The fund agreed on another authentication than a token for each call.",
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      Effect.gen(function* () {
        const { body, operation } = offer
        const credentials = yield* fund.authorise(operation, body)
        if (credentials === null) return notApplicable("There is no token.")
        const first = yield* fund.call(operation, body, { credentials })
        if (!isSuccess(first))
          return (
            notReached(first) ??
            warned(first, { cause: "A call with a right token isn't accepted.", expected: "2xx." })
          )
        const again = yield* fund.call(operation, body, { credentials })
        const root = yield* rootOf(fund, offer, again, "jti isn't checked")
        return atLevel("SHOULD", judgeRefusal(fund, again, what, root))
      })
    )
}
