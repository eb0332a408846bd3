import type { Outcome } from "@embedded-super/conformance/check/Check"
import { notApplicable, notObserved, pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { atEachOperation, inTurn, notReached, type Offer, warned } from "../shared/answers.ts"

const bodies: ReadonlyArray<string> = ['{"abn":', "{}"]

const callWith = (fund: FundUnderTest, { body, operation }: Offer, payload: string): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const credentials = yield* fund.authorise(operation, body, "wrong")
    if (credentials === null) return notApplicable("The agreed authentication has nothing of this kind.")
    const whole = yield* fund.call(operation, body, { credentials })
    if (whole.status !== 401 && whole.status !== 403)
      return notObserved("The fund doesn't answer 401 or 403 to wrong credentials.")
    const answer = yield* fund.call(operation, body, { credentials, payload })
    const { status } = answer
    if (status === 401 || status === 403) return pass
    return (
      notReached(answer) ??
      warned(answer, {
        cause: "The fund reads the body of a call before it has checked the credentials.",
        expected: "401 or 403, whatever the body is."
      })
    )
  })

export const beforeTheBody: FundCheck = {
  id: "AUTH-7-8",
  level: "SHOULD",
  requirement: "R-7-3",
  title: "The fund checks the credentials before it reads the body.",
  hint: "Put authentication before parsing and validation. Otherwise strangers learn from your findings, and wrong credentials look like a wrong body.",
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }) =>
    authentication.flow !== "mutual_tls" || "The certificate is checked while the connection is made.",
  run: (fund) => atEachOperation(fund, (offer) => inTurn(bodies, (payload) => callWith(fund, offer, payload)))
}
