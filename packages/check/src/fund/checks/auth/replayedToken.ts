import * as Effect from "effect/Effect"
import { notApplicable, notObserved } from "../../../check/outcomes.ts"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel, isSuccess, notReached } from "../shared/answers.ts"
import { callAuthorised } from "../shared/authorised.ts"
import { judgeRefusal, rootOf } from "./refusal.ts"

const what = "whose token was used before (jti)"

/** Some keep a jti for a moment only, to refuse a call that is sent twice. */
const A_MOMENT = "1 second"

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
        const { operation } = offer
        const body = offer.body()
        const idempotencyKey = operation === "lookup" ? null : uuidV7()
        const called = yield* callAuthorised(fund, operation, body, { idempotencyKey })
        if (called === null) return notApplicable("There is no token.")
        const { answer: first, credentials } = called
        if (!isSuccess(first))
          return (
            notReached(first) ??
            notObserved("A call with a right token isn't accepted, so its repeat says nothing.")
          )
        // The whole call again: the token may be bound to its body.
        const again = yield* fund.call(operation, body, { credentials, idempotencyKey })
        const root = yield* rootOf(fund, offer, again, "jti isn't checked")
        const atOnce = atLevel("SHOULD", judgeRefusal(fund, again, what, root))
        if (atOnce.verdict !== "pass" || offer.operation !== fund.callable()[0]?.operation) return atOnce
        yield* Effect.sleep(A_MOMENT)
        const later = yield* fund.call(operation, body, { credentials, idempotencyKey })
        return atLevel(
          "SHOULD",
          judgeRefusal(
            fund,
            later,
            "whose token was used a second before (jti)",
            "jti is forgotten before exp"
          )
        )
      })
    )
}
