/** Answers that a fund gives on purpose for the data that its profile names. Without such data nothing is observed. */
import { retryAfterMillis } from "@embedded-super/http-manners"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import { counted } from "../../../report/words.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, inTurn, isServerError, isSuccess, notReached, warned } from "../shared/answers.ts"

/** The service keeps any wait. Above this one it warns its operator. */
const HOUR = 3_600_000

/** After so long an onboarding ends without a member number, and the operator is alarmed. */
const LONGEST = 5 * 24 * HOUR

/** Clocks differ, and a date has no fractions of a second. */
const LEEWAY = 60_000

const isPast = (header: string, now: number): boolean => Date.parse(header) < now - LEEWAY

/** A wait in words, rounded. */
const waitOf = (millis: number): string => {
  const hours = millis / HOUR
  return hours < 48 ? counted(Math.round(hours), "hour") : counted(Math.round(hours / 24), "day")
}

/** So many seconds are 31 years: a time since 1970, in seconds or milliseconds. */
const isTimeOfDay = (header: string): boolean => Number(header) >= 1e9

/** The answer itself is judged. */
const ONCE = { once: true } as const

interface Trigger {
  readonly words: string
  readonly send: Effect.Effect<Answer>
}

const triggers = (fund: FundUnderTest, kind: "rate_limited" | "failing"): ReadonlyArray<Trigger> => {
  const { check } = fund.profile
  const abn = check?.[`${kind}_abn`]
  const email = check?.[`${kind}_email`]
  const offered = new Set(fund.callable().map(({ operation }) => operation))
  return [
    ...(abn === undefined || !offered.has("lookup")
      ? []
      : [{ words: `${kind}_abn`, send: fund.lookUp({ abn }, ONCE) }]),
    ...(email === undefined || !offered.has("registration")
      ? []
      : [{ words: `${kind}_email`, send: Effect.suspend(() => fund.register(fund.member({ email }), ONCE)) }])
  ]
}

const statuses = { rate_limited: "429", failing: "5xx" } as const

const judging = (
  kind: "rate_limited" | "failing",
  judge: (answer: Answer, now: number, trigger: Trigger) => Outcome
): Pick<FundCheck, "lacks" | "run"> => ({
  lacks: (fund) => {
    if (triggers(fund, kind).length > 0) return undefined
    const offered = new Set(fund.callable().map(({ operation }) => operation))
    const fields = [
      ...(offered.has("lookup") ? [`check.${kind}_abn (a lookup that it answers ${statuses[kind]})`] : []),
      ...(offered.has("registration")
        ? [`check.${kind}_email (a registration that it answers ${statuses[kind]})`]
        : [])
    ]
    return fields.length === 0
      ? "The fund offers neither a lookup nor a registration by API that this mode may call."
      : `The profile names ${fields.length === 1 ? "no" : "neither"} ${fields.join(" nor ")}.`
  },
  run: (fund) =>
    inTurn(triggers(fund, kind), (trigger) =>
      Effect.gen(function* () {
        const first = yield* trigger.send
        // A 503 in place of the 429 may be of the moment.
        const isTemporary = kind === "rate_limited" && isServerError(first)
        const answer = isTemporary ? yield* trigger.send : first
        return notReached(answer) ?? judge(answer, yield* Clock.currentTimeMillis, trigger)
      })
    )
})

const shared = { level: "MUST", modes: ["dev", "certify"], independent: true } as const

const NOT_429 = "403 stops the service until credentials are changed, and 503 is repeated three times only."

export const retryAfterUsable: FundCheck = {
  ...shared,
  id: "ERRORS-7-2",
  requirement: "R-7-6",
  also: ["R-8-2"],
  title: "A 429 says in Retry-After after how many seconds the service may call again.",
  hint: "Send Retry-After with whole seconds from now, such as 30, or with an HTTP date. Not the time of day in seconds, and not milliseconds.",
  ...judging("rate_limited", (answer, now) => {
    if (answer.status !== 429) return notObserved("The fund doesn't answer 429 to the data of its profile.")
    const header = answer.headers["retry-after"]
    const expected = "Retry-After with the seconds to wait, at most an hour."
    const found = (cause: string, actual: string) => ({ ...failed(answer, { cause, expected }), actual })
    if (header === undefined)
      return found("The fund answers 429 without Retry-After.", "429 without Retry-After.")
    const millis = retryAfterMillis(header, now)
    if (millis === null)
      return found(
        "The fund answers 429 with a Retry-After that can't be read.",
        "A Retry-After that is neither seconds nor a date."
      )
    if (isTimeOfDay(header))
      return found(
        "The fund answers 429 with a time in place of seconds in Retry-After.",
        "A wait of more than 31 years."
      )
    if (isNaN(Number(header)) && isPast(header, now))
      return warned(answer, {
        cause: "The fund answers 429 with a Retry-After that has passed.",
        expected,
        actual: "A date in the past: the service calls again after a second.",
        hint: "Send whole seconds, or a date that is still to come. Look at the clock of your server."
      })
    if (millis > LONGEST)
      return found(
        "The fund answers 429 with a Retry-After of more than five days.",
        `A wait of ${waitOf(millis)}, which the service keeps: every onboarding ends before that.`
      )
    return millis > HOUR
      ? warned(answer, {
          cause: "The fund answers 429 with a Retry-After of more than an hour.",
          expected,
          actual: `A wait of ${waitOf(millis)}, which the service keeps, and of which it warns its operator.`
        })
      : pass
  })
}

export const rateLimitIs429: FundCheck = {
  ...shared,
  id: "ERRORS-7-3",
  requirement: "R-7-5",
  title: "A call above the rate limit is answered 429.",
  hint: `Answer 429. ${NOT_429}`,
  ...judging("rate_limited", (answer, _, { words }) =>
    answer.status === 429
      ? pass
      : failed(answer, {
          cause: `The fund answers the profile's ${words} with another status than 429.`,
          expected: "429.",
          ...(isSuccess(answer)
            ? {
                hint: `Answer 429 to the data that check.${words} of the profile names, or take the field out: then this isn't observed.`
              }
            : { hint: `Answer 429 in place of ${answer.status ?? "none"}. ${NOT_429}` })
        })
  )
}

export const failureIs5xx: FundCheck = {
  ...shared,
  id: "ERRORS-7-4",
  requirement: "R-7-7",
  title: "A temporary failure of the fund is answered 5xx.",
  hint: "Answer 500 or 503. After 2xx the service takes the call as done, and after 4xx it doesn't repeat it.",
  ...judging("failing", (answer, _, { words }) => {
    if (isServerError(answer)) return pass
    if (answer.status === 429) return notObserved("The fund answers 429: its rate limit is reached.")
    const how = isSuccess(answer) ? "as a success" : "with another status than 5xx"
    return failed(answer, {
      cause: `The fund answers the profile's ${words} ${how}.`,
      expected: "5xx.",
      hint: isSuccess(answer)
        ? `Answer 500 or 503 to the data that check.${words} of the profile names, or take the field out: then this isn't observed. After 2xx the service takes the call as done.`
        : `Answer 500 or 503 in place of ${answer.status ?? "none"}: after 4xx the service doesn't repeat the call.`
    })
  })
}
