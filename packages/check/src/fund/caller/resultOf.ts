import { LONGEST_ANSWER } from "@embedded-super/rules/calls/judgeAnswer"
import type { ExchangeResult } from "@embedded-super/http-manners"
import type { Answer } from "../FundUnderTest.ts"

/** Failures that end a call before the fund has seen any of it. */
const before: ReadonlySet<Answer["failure"]> = new Set([
  "not_authorised",
  "dns_failure",
  "connection_refused",
  "connect_timeout",
  "tls_failure"
])

/** An answer as the service's own rules read it. */
export const resultOf = ({ code, failure, headers, status, text }: Answer): ExchangeResult => {
  const answer = Buffer.from(text)
  return {
    status,
    failure: failure === "not_authorised" ? null : failure,
    code,
    begun: !before.has(failure),
    retryAfter: headers["retry-after"] ?? null,
    answer,
    cut: answer.length > LONGEST_ANSWER
  }
}
