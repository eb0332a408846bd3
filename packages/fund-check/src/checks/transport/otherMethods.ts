import { pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, failed, inTurn, isSuccess, notReached, warned } from "../shared/answers.ts"

const methods = ["GET", "PUT", "PATCH", "DELETE"]

export const otherMethods: FundCheck = {
  id: "TRANSPORT-4.2-3",
  level: "MUST",
  requirement: "R-4.2-1",
  also: ["R-4.2-8"],
  title: "The fund does its operations by POST alone: it never answers another method 2xx.",
  hint: "Bind the route to POST, and answer 405 to other methods. Some frameworks' catch-all routes take any.",
  modes: ["dev", "certify"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      inTurn(methods, (method) =>
        Effect.map(
          fund.call(operation, body(), method === "GET" ? { method, payload: "" } : { method }),
          (answer) => {
            if (isSuccess(answer))
              return failed(answer, {
                cause: "The fund does an operation by another method than POST.",
                expected: "405, or another 4xx."
              })
            return answer.status !== null && answer.status >= 500 && answer.status !== 501
              ? warned(answer, {
                  cause: "The fund answers another method with a server error.",
                  expected: "405, or another 4xx."
                })
              : (notReached(answer) ?? pass)
          }
        )
      )
    )
}
