import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { Outcome } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import {
  atEachOperation,
  failed,
  ifAccepted,
  inTurn,
  isSuccess,
  notReached,
  warned
} from "../shared/answers.ts"

const methods = ["GET", "PUT", "PATCH", "DELETE"]

/** A GET without a body can do no operation: a fund may describe itself at its address. */
const isPage = (method: string, { json }: Answer): boolean =>
  method === "GET" &&
  !(Predicate.isReadonlyObject(json) && ("member_details" in json || "employer_found" in json))

const judged = (fund: FundUnderTest, { body, operation }: Offer, method: string): Effect.Effect<Outcome> =>
  Effect.map(
    fund.call(operation, body(), method === "GET" ? { method, payload: "" } : { method }),
    (answer) => {
      if (isSuccess(answer) && !isPage(method, answer))
        return failed(answer, {
          cause: "The fund does an operation by another method than POST.",
          expected: "405, another 4xx, or a page that isn't an answer of the operation."
        })
      if (answer.status === null) return notReached(answer) ?? notObserved("Another method gets no answer.")
      return answer.status >= 500 && answer.status !== 501
        ? warned(answer, {
            cause: "The fund answers another method with a server error.",
            expected: "405, or another 4xx."
          })
        : pass
    }
  )

export const otherMethods: FundCheck = {
  id: "TRANSPORT-4.2-3",
  level: "MUST",
  requirement: "R-4.2-1",
  also: ["R-4.2-8"],
  title: "The fund does its operations by POST alone.",
  hint: "Bind the route to POST, and answer 405 to other methods. Some frameworks' catch-all routes take any.",
  modes: ["dev", "certify"],
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      ifAccepted(
        fund,
        offer,
        inTurn(methods, (method) => judged(fund, offer, method))
      )
    )
}
