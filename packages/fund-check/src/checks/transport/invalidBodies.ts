import type { Outcome } from "@embedded-super/conformance/check/Check"
import { pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, failed, isSuccess, notReached, warned } from "../shared/answers.ts"

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
    level: "SHOULD",
    payload: (body) => {
      const bytes = Buffer.from(JSON.stringify(body))
      // Inside the last string of the body, before its quotation mark.
      const at = bytes.lastIndexOf('"')
      return Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff, 0xfe), bytes.subarray(at)])
    }
  }
]

/** Judges the answer to a body that can't be used. `what` completes "a body that …". */
export const judgeInvalid = (answer: Answer, what: string): Outcome => {
  const { status } = answer
  if (answer.failure === null && status === 400) return pass
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  const expected = "400."
  if (isSuccess(answer))
    return failed(answer, {
      cause: `The fund accepts a body that ${what}.`,
      expected,
      root: `accepts a body that ${what}`
    })
  if (status === null || answer.failure !== null)
    return failed(answer, { cause: `A body that ${what} gets no answer.`, expected })
  if (status >= 500)
    return failed(answer, {
      cause: `The fund answers a body that ${what} with a server error, so it would be repeated.`,
      expected,
      root: "an invalid body is a server error"
    })
  if (status === 401 || status === 403 || status === 429)
    return failed(answer, {
      cause: `The fund answers a body that ${what} with a status that stops or delays all calls.`,
      expected,
      root: "an invalid body looks like another error"
    })
  if (status < 400)
    return failed(answer, { cause: `The fund redirects a call with a body that ${what}.`, expected })
  // The service acts on any other 4xx as on 400.
  return pass
}

/** Bodies that no caller can mean (R-7-1). */
export const invalidBodies: ReadonlyArray<FundCheck> = rows.map(({ level, number, payload, what }) => ({
  id: `TRANSPORT-7-${number}`,
  level: level ?? "MUST",
  requirement: "R-7-1",
  title: `The fund answers 400 to a body that ${what}.`,
  hint: "Answer 400 to every body that can't be read or isn't an object. A parser's exception often ends as 500 if nothing catches it.",
  modes: ["dev", "certify", "probe"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body, { payload: payload(body) }), (answer) => {
        const outcome = judgeInvalid(answer, what)
        return level === "SHOULD" && outcome.verdict === "fail" ? warned(answer, { ...outcome }) : outcome
      })
    )
}))
