import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import {
  atEachOperation,
  failed,
  ifAccepted,
  inTurn,
  isClientError,
  isSuccess,
  notReached,
  warned
} from "../shared/answers.ts"
import { nouns } from "../shared/registering.ts"

/** 406 refuses Accept, 415 the content type: both are application/json in every call of the service. */
const isOfTypes = (status: number | null): boolean => status === 406 || status === 415

export const jsonTaken: FundCheck = {
  id: "TRANSPORT-4.2-11",
  level: "MUST",
  requirement: "R-4.2-2",
  also: ["R-4.2-10"],
  title: "The fund takes calls with Content-Type: application/json.",
  hint: "Accept application/json, in the content type and in Accept. A framework for JSON:API or problem details may take its own media type alone.",
  modes: ["dev", "certify", "probe"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) => {
        if (isSuccess(answer)) return pass
        if (!isOfTypes(answer.status))
          return (
            notReached(answer) ?? notObserved("The call isn't accepted, for another reason than its type.")
          )
        return failed(answer, {
          cause: `The fund refuses application/json for a valid ${nouns[operation]}.`,
          expected: "2xx.",
          root: `a valid ${operation} isn't answered 2xx`
        })
      })
    )
}

const same = ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]

export const sameContentType: FundCheck = {
  id: "TRANSPORT-4.2-1",
  level: "SHOULD",
  requirement: "R-4.2-2",
  title: "The fund accepts application/json with a charset parameter, and in capital letters.",
  hint: "Compare the media type without its parameters and without regard to case. Many HTTP clients and proxies add charset=utf-8.",
  modes: ["dev", "certify"],
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      ifAccepted(
        fund,
        offer,
        inTurn(same, (type) =>
          Effect.map(
            fund.call(offer.operation, offer.body(), { headers: { "content-type": type } }),
            (answer) =>
              isSuccess(answer)
                ? pass
                : (notReached(answer) ??
                  warned(answer, {
                    cause: /charset/.test(type)
                      ? "The fund refuses application/json with a charset parameter."
                      : "The fund refuses application/json in other letters.",
                    expected: "2xx: the media type is the same."
                  }))
          )
        )
      )
    )
}

const other = ["text/plain", "application/x-www-form-urlencoded", "application/xml"]

export const otherContentType: FundCheck = {
  id: "TRANSPORT-4.2-2",
  level: "SHOULD",
  requirement: "R-4.2-2",
  title: "The fund answers 4xx to a body that another content type announces.",
  hint: "Answer 415 or 400 unless the content type is application/json. A page in a browser can send other types to your address without asking.",
  modes: ["dev", "certify"],
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      ifAccepted(
        fund,
        offer,
        inTurn(other, (type) =>
          Effect.map(
            fund.call(offer.operation, offer.body(), { headers: { "content-type": type } }),
            (answer) => {
              if (isClientError(answer)) return pass
              return (
                notReached(answer) ??
                warned(answer, {
                  cause: isSuccess(answer)
                    ? "The fund doesn't look at the content type of a call."
                    : "The fund answers another content type with a server error or not at all.",
                  expected: "415, 400, or another 4xx."
                })
              )
            }
          )
        )
      )
    )
}
