import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, failed, isSuccess, notReached } from "../shared/answers.ts"
import { nouns } from "../shared/registering.ts"

/** The other checks of this group look at refusals; this one at credentials that must be accepted. */
export const rightCredentials: FundCheck = {
  id: "AUTH-5-18",
  level: "MUST",
  requirement: "R-5-4",
  also: ["R-4.2-3", "R-4.2-4", "R-4.2-11", "R-5-5"],
  title: "A call with the credentials that were agreed is accepted.",
  hint: "Compare what your fund is configured with, the key or the token's iss, sub, aud and kid, with what this program calls with: the finding names it. Look in your log for the reason.",
  modes: ["dev", "certify", "probe"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) => {
        if (isSuccess(answer)) return pass
        if (answer.status !== 401 && answer.status !== 403)
          return (
            notReached(answer) ??
            notObserved("The call isn't accepted, for another reason than its credentials.")
          )
        return failed(answer, {
          cause: `The fund refuses the credentials of a valid ${nouns[operation]}.`,
          expected: "2xx.",
          root: `a valid ${operation} isn't answered 2xx`,
          hint: fund.expectedCredentials(operation)
        })
      })
    )
}
