import type { Outcome } from "@embedded-super/conformance/check/Check"
import { notObserved, pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, notReached } from "../shared/answers.ts"

const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The service alarms its operator about a longer wait; seconds since 1970 are the usual cause. */
const LONGEST_SECONDS = 5 * 24 * 3600

/** What is wrong with a Retry-After, as the rest of "The fund answers 429 …"; undefined if it can be used. */
export const retryAfterMistake = (value: string | undefined): string | undefined => {
  if (value === undefined || value.trim() === "") return "without Retry-After"
  if (HTTP_DATE.test(value))
    return Number.isNaN(Date.parse(value)) ? "with a Retry-After that is no date" : undefined
  if (!/^\d+(?:\.\d+)?$/.test(value)) return "with a Retry-After that is neither seconds nor a date of HTTP"
  return Number(value) > LONGEST_SECONDS
    ? "with a Retry-After of more than five days: the header takes seconds to wait, not a moment"
    : undefined
}

const judge = (answer: Answer): Outcome => {
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  if (answer.status !== 429) return notObserved("The call that the profile names for 429 has another answer.")
  const mistake = retryAfterMistake(answer.headers["retry-after"])
  return mistake === undefined
    ? pass
    : failed(answer, {
        cause: `The fund answers 429 ${mistake}.`,
        expected: "Retry-After with a number of seconds.",
        actual: "429, and the service has to guess.",
        root: "Retry-After"
      })
}

export const retryAfter: FundCheck = {
  id: "LIMITS-7-4",
  level: "MUST",
  requirement: "R-7-6",
  title: "A 429 says in Retry-After after how many seconds the service may call again.",
  hint: "Send Retry-After with whole seconds: the time until your limit is free again. Gateways need to be told to add it.",
  modes: ["dev", "certify"],
  run: (fund) =>
    Effect.gen(function* () {
      const abn = fund.profile.check?.rate_limited_abn
      if (abn === undefined || fund.addressOf("lookup") === undefined)
        return notObserved("The profile names no call that is answered 429 (check.rate_limited_abn).")
      return judge(yield* fund.lookUp({ abn }))
    })
}
