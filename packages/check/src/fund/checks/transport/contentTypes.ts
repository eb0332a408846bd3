import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { notObserved, pass, type Outcome } from "../../../check/Check.ts"
import type { FundCheck, Answer, FundUnderTest, Offer } from "../../FundUnderTest.ts"
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
