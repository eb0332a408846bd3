import type { FundApi } from "@embedded-super/contracts/fund-api"
import { FundBadRequest, FundForbidden } from "@embedded-super/contracts/problems"
import type { OperationsIn } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import { PlayedFund } from "../funds.ts"
import { ReceivedDetails } from "./ReceivedDetails.ts"

/** Receives the details that employers gave at confirmation, if the fund receives them by API. */
export const receiveEmployerDetails = Effect.gen(function* () {
  const fund = yield* PlayedFund
  const details = yield* ReceivedDetails
  const usis = new Set(fund.profile.products.map(({ usi }) => usi))

  const operation: OperationsIn<typeof FundApi>["receiveEmployerDetails"] = ({ headers, payload }) => {
    if (fund.employerDetails.delivery !== "api") return Effect.fail(byFileOnly)
    if (!usis.has(payload.usi)) return Effect.fail(foreignProduct)
    details.keep(payload, headers["idempotency-key"])
    return {
      status: 204,
      note: {
        kind: "employer_details_received",
        summary: `Received the details of ${payload.abn}`,
        detail: { abn: payload.abn, usi: payload.usi, answers: String(payload.custom_answers.length) }
      }
    }
  }
  return operation
})

const byFileOnly = new FundForbidden({
  code: "forbidden",
  detail: "This fund takes employer details by file."
})

const foreignProduct = new FundBadRequest({
  code: "validation_failed",
  detail: "1 thing in the request needs attention.",
  errors: [{ pointer: "#/usi", code: "not_allowed", detail: "This fund has no such product." }]
})
