import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, atLevel, failed, isSuccess, notReached } from "../shared/answers.ts"
import { judgeInvalid } from "../shared/refusing.ts"

interface Row {
  readonly number: number
  /** Completes "a body that …". */
  readonly what: string
  readonly payload: (body: unknown) => string | Uint8Array
  readonly level?: "SHOULD"
}

const rows: ReadonlyArray<Row> = [
  { number: 1, what: "isn't JSON", payload: () => "abn=80000000001&first_name=Tom" },
  {
    number: 2,
    what: "ends in the middle of the JSON",
    payload: (body) => JSON.stringify(body).slice(0, -2)
  },
  { number: 3, what: "is an array", payload: (body) => JSON.stringify([body]) },
  { number: 4, what: "is empty", payload: () => "" },
  { number: 5, what: "is null", payload: () => "null" },
  {
    number: 6,
    what: "isn't UTF-8",
    // Some parsers replace such bytes. Only a server error, or no answer, is a mistake.
    level: "SHOULD",
    payload: (body) => {
      const bytes = Buffer.from(JSON.stringify(body))
      // Inside the last string of the body, before its quotation mark.
      const at = bytes.lastIndexOf('"')
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff, 0xfe), bytes.subarray(at)])
    }
  }
]

/** Bodies that no caller can mean (R-7-1). */
export const invalidBodies: ReadonlyArray<FundCheck> = rows.map(({ level, number, payload, what }) => ({
  id: `TRANSPORT-7-${number}`,
  level: level ?? "MUST",
  requirement: "R-7-1",
  title: `The fund answers 400 to a body that ${what}${level === "SHOULD" ? ", or takes it" : ""}.`,
  hint: "Answer 400 to every body that can't be read or isn't an object. A parser's exception often ends as 500 if nothing catches it.",
  modes: ["dev", "certify", "probe"],
  independent: true,
  restsOn: ["TRANSPORT-4.2-7", ...(number === 1 ? [] : ["TRANSPORT-7-1"])],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, undefined, { payload: payload(body()) }), (answer) => {
        const outcome = judgeInvalid(answer, {
          what: `a body that ${what}`,
          accepted: level === "SHOULD" ? "pass" : "fail"
        })
        return atLevel(level ?? "MUST", outcome)
      })
    )
}))

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
