import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { failed, isSuccess, notReached } from "../shared/answers.ts"

/** The most that an employer may answer: twenty questions, each answer of 500 letters. */
const answers = Array.from({ length: 20 }, (_, index) => ({
  question_id: `question_${index + 1}`,
  question: `Question ${index + 1}? ${"x".repeat(480)}`,
  answer: "y".repeat(500)
}))

const CAUSE = "The fund refuses a body that is large, and allowed."

export const largeBody: FundCheck = {
  id: "TRANSPORT-4.2-10",
  level: "MUST",
  requirement: "D-employer-details",
  title: "The fund takes employer details of every allowed size, up to about 20 kilobytes.",
  hint: "Raise the limit of request bodies to 64 KiB at least, in the web server, the gateway and the application.",
  modes: ["dev", "certify"],
  appliesTo: (fund) =>
    fund.addressOf("details") !== undefined || "The fund takes no employer details by API.",
  run: (fund) =>
    Effect.gen(function* () {
      if (!fund.callable().some(({ operation }) => operation === "details"))
        return notObserved("This mode may send no employer details.")
      const small = yield* fund.sendDetails(fund.employerDetails())
      if (!isSuccess(small)) return notObserved("The fund accepts no employer details.")
      const one = yield* fund.sendDetails(fund.employerDetails({ custom_answers: answers.slice(0, 1) }))
      if (!isSuccess(one)) return notObserved("The fund accepts only answers to its own questions.")
      const answer = yield* fund.sendDetails(fund.employerDetails({ custom_answers: answers }))
      return isSuccess(answer)
        ? pass
        : (notReached(answer) ?? failed(answer, { cause: CAUSE, expected: "2xx." }))
    })
}
