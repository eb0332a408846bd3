/**
 * The meaning of a fund's answer. `judgeAnswer` makes a `CallOutcome` of the result of one exchange: `statusRules` for the
 * status, the operation's schema and `mistakeIn` for the body, `connectionMessage` for a call without an answer.
 *
 * Why it is in a package of its own: the service decides on retries by it, and the fund kit judges funds by it, so both
 * always agree.
 *
 * The trap: the `words` of an outcome are stored and may be sent to the fund, so they never repeat a value of a body.
 */
import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import {
  type ExchangeResult,
  type ProblemIssue,
  retryAfterMillis,
  ruleOf
} from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import { type CallOutcome, type CallOutcomeKind, refusalIn, refusalWords } from "./CallOutcome.ts"
import { certificateRefusal, connectionMessage } from "./connectionMessage.ts"
import type { FundOperation } from "./FundOperation.ts"
import { readJson } from "./readJson.ts"
import { readWithoutOptional } from "./optionalParts.ts"

/** The most bytes of an answer that are read; a longer answer breaks the contract. */
export const LONGEST_ANSWER = 64 * 1024

/** The meaning of each status; the first matching row decides. Redirects aren't followed. */
export const statusRules: ReadonlyArray<{
  readonly from: number
  readonly to: number
  readonly means: Exclude<CallOutcomeKind, "not_sent" | "unknown" | "unreadable" | "fault">
}> = [
  { from: 200, to: 299, means: "accepted" },
  { from: 401, to: 401, means: "credentials" },
  { from: 403, to: 403, means: "credentials" },
  { from: 429, to: 429, means: "rate_limited" },
  { from: 400, to: 499, means: "refused" },
  { from: 500, to: 599, means: "server_error" },
  { from: 300, to: 399, means: "contract_violation" }
]

type Answered<Answer> = Pick<
  FundOperation<never, Answer>,
  "answer" | "mistakeIn" | "noContent" | "withoutTfn"
>

const violation = (words: string) => ({ kind: "contract_violation", words }) as const

const unreadable = (words: string) => ({ kind: "unreadable", words: words.slice(0, 2000) }) as const

/** Compressed answers aren't asked for and aren't unpacked (a bomb would be). */
const compression = ({ contentEncoding }: ExchangeResult): string => {
  if (contentEncoding === undefined) return ""
  const coding = repeatable(contentEncoding) ?? "not shown here"
  return `: it has Content-Encoding: ${coding}, and no compression is requested or supported`
}

const readBody = <Answer>(
  operation: Answered<Answer>,
  result: ExchangeResult,
  tfn: string | undefined
): CallOutcome<Answer> => {
  if (result.cut) return unreadable(`The answer is longer than ${LONGEST_ANSWER} bytes.`)
  const json = readJson(result.answer)
  if (Result.isFailure(json))
    return unreadable(`The answer ${result.status} ${json.failure}${compression(result)}.`)
  const { leftOut, value } = json.success
  const breaks = (issues: ReadonlyArray<ProblemIssue>) =>
    [
      `The answer ${result.status} breaks the contract:`,
      ...leftOut,
      ...issues.map(({ detail }) => detail)
    ].join(" ")
  const read = readWithoutOptional(operation.answer, value)
  if (Result.isFailure(read)) return unreadable(breaks(read.failure))
  const { answer, dropped } = read.success
  const mistake = operation.mistakeIn?.(answer, tfn)
  if (mistake !== undefined) return unreadable(`The answer ${result.status} can't be used: ${mistake}`)
  const cleaned = tfn === undefined ? undefined : operation.withoutTfn?.(answer, tfn)
  const accepted = { kind: "accepted", answer: cleaned ?? answer } as const
  if (dropped.length === 0 && leftOut.size === 0) return accepted
  return { ...accepted, words: `${breaks(dropped)} The rest of it is used.`.slice(0, 2000) }
}

const readAnswer = <Answer>(
  operation: Answered<Answer>,
  result: ExchangeResult,
  tfn: string | undefined
): CallOutcome<Answer> => {
  const outcome = readBody(operation, result, tfn)
  return outcome.kind === "unreadable" && operation.noContent !== undefined
    ? { kind: "accepted", answer: operation.noContent }
    : outcome
}

/** A header of visible ASCII characters, short enough to repeat in a message to people. */
const REPEATABLE = /^[ -~]{1,64}$/

/** The header if it may be repeated to people; otherwise null. */
export const repeatable = (header: string | null): string | null =>
  header !== null && REPEATABLE.test(header) ? header : null

/** The outcome of a 429, with the exact value that the fund sent. `now` is milliseconds since 1970. */
export const rateLimited = (header: string | null, now: number) => {
  const afterMillis = retryAfterMillis(header, now)
  const value = header === null ? "no Retry-After" : "a Retry-After that isn't shown here"
  const shown = repeatable(header)
  const sent = shown === null ? value : `Retry-After: ${shown}`
  const reading = afterMillis === null ? "; 60 seconds are assumed" : ""
  return {
    kind: "rate_limited",
    afterMillis,
    words: `The fund answered 429 with ${sent}${reading}.`
  } as const
}

/**
 * Returns the outcome of a call. `fields` are the names of the sent fields, `tfn` the tax file number among their values,
 * which never comes back; `now` is milliseconds since 1970.
 */
export const judgeAnswer = <Answer>(
  operation: Answered<Answer>,
  result: ExchangeResult,
  {
    fields,
    flow,
    isPinned,
    now,
    tfn
  }: {
    readonly fields: ReadonlyArray<string>
    readonly flow: FundAuthentication["flow"]
    readonly isPinned: boolean
    readonly now: number
    readonly tfn: string | undefined
  }
): CallOutcome<Answer> => {
  const { status } = result
  if (status === null) {
    // In TLS 1.3 the alert arrives after bytes were sent; the fund has read none of them.
    const refusal = certificateRefusal(result, flow)
    if (refusal !== undefined) return refusal
    return { kind: result.begun ? "unknown" : "not_sent", words: connectionMessage(result, isPinned) }
  }
  switch (ruleOf(statusRules, status)?.means) {
    case "accepted":
      return result.failure === null
        ? readAnswer(operation, result, tfn)
        : {
            kind: "unknown",
            words: `The answer ${status} ended early. ${connectionMessage(result, isPinned)}`
          }
    case "refused": {
      const refusal = refusalIn(Result.getOrUndefined(readJson(result.answer))?.value, fields)
      return { kind: "refused", refusal, words: `The fund answered ${status}.${refusalWords(refusal)}` }
    }
    case "credentials":
      return { kind: "credentials", words: `The fund answered ${status}.` }
    case "rate_limited":
      return rateLimited(result.retryAfter, now)
    case "server_error":
      return {
        kind: "server_error",
        words: `The fund answered ${status}.`,
        ...(status === 502 || status === 504 ? { isGateway: true } : {})
      }
    case "contract_violation":
      return violation(`The fund answered ${status}: redirects are not followed.`)
    case undefined:
      return violation(`The fund answered ${status}, which isn't a status of this operation.`)
  }
}
