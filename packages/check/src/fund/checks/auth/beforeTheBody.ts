import * as Effect from "effect/Effect"
import type { Outcome } from "../../../check/Check.ts"
import { notApplicable, notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { atEachOperation, notReached, warned } from "../shared/answers.ts"

/** Well-formed and incomplete: many frameworks parse a body before any code of the fund runs. */
const INCOMPLETE = "{}"

const callWith = (fund: FundUnderTest, { body, operation }: Offer): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const sent = body()
    const credentials = yield* fund.authorise(operation, sent, "wrong")
    if (credentials === null) return notApplicable("The agreed authentication has nothing of this kind.")
    const whole = yield* fund.call(operation, sent, { credentials })
    if (whole.status !== 401 && whole.status !== 403)
      return notObserved("The fund doesn't answer 401 or 403 to wrong credentials.")
    const answer = yield* fund.call(operation, sent, { credentials, payload: INCOMPLETE })
    const { status } = answer
    if (status === 401 || status === 403) return pass
    return (
      notReached(answer) ??
      warned(answer, {
        cause: "The fund validates the body of a call before it has checked the credentials.",
        expected: "401 or 403, whatever the body is."
      })
    )
  })

export const beforeTheBody: FundCheck = {
  id: "AUTH-7-8",
  level: "SHOULD",
  requirement: "R-7-3",
  title: "The fund checks the credentials before it validates the body.",
  hint: "Put authentication before validation. Otherwise strangers learn from your findings, and wrong credentials look like a wrong body.",
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow !== "mutual_tls" || "The certificate is checked while the connection is made.",
  run: (fund) => atEachOperation(fund, (offer) => callWith(fund, offer))
}
