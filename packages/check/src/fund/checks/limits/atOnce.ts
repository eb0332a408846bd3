/** Calls that arrive at the same time: all are answered, and each for itself. */
import { retryAfterMillis } from "@embedded-super/http-manners"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { limitOf } from "../../caller/pace.ts"
import { found, known, lacksAbns, live, matches, saysNoMatch } from "../lookup/match.ts"
import { failed, isServerError, isSuccess, notReached } from "../shared/answers.ts"

/** Calls at the same time: the service makes as many to any fund that names no lower limit. */
const AT_ONCE = 10

const callsOf = ({ mode }: FundUnderTest): number => (mode === "certify" ? 300 : 60)

/** Says 429, and no time after which to call again. */
const isEndless = ({ headers, status }: Answer, now: number): boolean =>
  status === 429 && retryAfterMillis(headers["retry-after"] ?? null, now) === null

const judge = (answers: ReadonlyArray<Answer>, now: number): Outcome => {
  const expected = "2xx, or 429 with Retry-After."
  const busy = answers.find(isServerError)
  if (busy !== undefined)
    return failed(busy, {
      cause: "The fund answers calls that arrive at the same time with a server error.",
      expected
    })
  const lost = answers.find(({ failure }) => failure !== null)
  if (lost !== undefined)
    return (
      notReached(lost) ??
      failed(lost, { cause: "The fund loses calls that arrive at the same time.", expected })
    )
  const limited = answers.find((answer) => isEndless(answer, now))
  if (limited !== undefined)
    return failed(limited, {
      cause: "The fund answers 429 without a usable Retry-After when calls arrive at the same time.",
      expected
    })
  const other = answers.find((answer) => !isSuccess(answer) && answer.status !== 429)
  return other === undefined
    ? pass
    : failed(other, { cause: "The fund refuses calls that arrive at the same time.", expected })
}

/** A lookup changes nothing; a fund without one registers people who don't exist. */
const offerOf = (fund: FundUnderTest) => {
  const offers = fund.callable()
  return offers.find(({ operation }) => operation === "lookup") ?? offers[0]
}

/** With fewer calls a minute, a call has usually been answered when the next one may be made. */
const FEWEST_A_MINUTE = 6000

/** The profile's limit that leaves no calls at the same time; undefined if it leaves some. */
const lacksPace: NonNullable<FundCheck["lacks"]> = ({ profile }) => {
  const perMinute = limitOf(profile)
  if (perMinute === undefined || perMinute >= FEWEST_A_MINUTE) return undefined
  const ofChecks = profile.check?.requests_per_minute !== undefined
  const field = ofChecks ? "check.requests_per_minute" : "limits.requests_per_minute"
  const instead = ofChecks
    ? ""
    : ", or name that many in check.requests_per_minute, which is for checks alone"
  return `${field} of the profile is ${perMinute}, which leaves no calls at the same time: that takes ${FEWEST_A_MINUTE} or more. Raise it${instead}.`
}

/** The answers are judged as they come. Repeats would be made one at a time. */
const ONCE = { once: true } as const

export const atOnce: FundCheck = {
  id: "LIMITS-7-3",
  level: "MUST",
  requirement: "R-7-5",
  title: "The fund answers ten calls at the same time, or as many as its profile allows, or says 429.",
  hint: "Let calls wait in a queue for a moment, or answer 429 with Retry-After. 503 counts as a failure: after three repeats the registration is lost.",
  modes: ["dev", "certify"],
  timeLimit: "3 minutes",
  lacks: lacksPace,
  run: (fund) =>
    Effect.gen(function* () {
      const { concurrent_requests: most = AT_ONCE } = fund.profile.limits ?? {}
      const offer = offerOf(fund)
      if (offer === undefined) return notObserved("The fund offers no operation that this mode may call.")
      const call = Effect.suspend(() => fund.call(offer.operation, offer.body(), ONCE))
      const alone = yield* call
      // Other checks may call at this moment. Without a time to wait for, there is no calling again.
      const now = yield* Clock.currentTimeMillis
      if (isEndless(alone, now)) return judge([alone], now)
      // With a rate limit, this check ends here or when it may go on.
      if (alone.status === 429) yield* fund.call(offer.operation, offer.body())
      if (!isSuccess(alone) && alone.status !== 429)
        return notObserved("The fund doesn't accept a single call at the first time.")
      const answers = yield* Effect.forEach(Array.from({ length: callsOf(fund) }), () => call, {
        concurrency: Math.min(AT_ONCE, most)
      })
      return judge(answers, yield* Clock.currentTimeMillis)
    })
}

/** How many calls may be made at the same time. */
const widthOf = ({ profile }: FundUnderTest): number =>
  Math.min(AT_ONCE, profile.limits?.concurrent_requests ?? AT_ONCE)

const lacksWidth: NonNullable<FundCheck["lacks"]> = (fund) =>
  widthOf(fund) < 2
    ? "limits.concurrent_requests of the profile is 1: two lookups at the same time take 2 or more."
    : lacksPace(fund)

const ROUNDS = 10

/** One after the other, to see whether answers change by themselves. */
const REPEATS = 10

const isRead = (answer: Answer): boolean => matches(answer) || saysNoMatch(answer)

/** Each call gets its own answer: a program that keeps a request in a place that calls share mixes them. */
export const ownLookups: FundCheck = {
  id: "LIMITS-2.5-1",
  level: "MUST",
  requirement: "R-2.5-3",
  also: ["R-2.5-7"],
  title: "Lookups at the same time are answered each for its own ABN.",
  hint: "Keep what belongs to a call in the call: no global variable, no field of a shared object, no connection that two calls use at once.",
  modes: ["dev", "certify"],
  timeLimit: "3 minutes",
  appliesTo: live,
  lacks: (fund) => lacksWidth(fund) ?? lacksAbns("matching_abn", "unknown_abn")(fund),
  run: (fund) =>
    Effect.gen(function* () {
      const width = widthOf(fund)
      const abns = [known(fund, "matching_abn"), known(fund, "unknown_abn")]
      const alone = yield* Effect.forEach(abns, (abn) => fund.lookUp({ abn }, ONCE))
      if (!alone.every(isRead) || found(alone[0]!) === found(alone[1]!))
        return notObserved("One after the other, the two lookups don't have a match and a no match.")
      const cases = Array.from({ length: ROUNDS }, () => [0, 1]).flat()
      const answers = yield* Effect.forEach(cases, (which) => fund.lookUp({ abn: abns[which] }, ONCE), {
        concurrency: width
      })
      const at = answers.findIndex(
        (answer, index) => isRead(answer) && found(answer) !== found(alone[cases[index]!]!)
      )
      if (at < 0)
        return answers.filter(isRead).length > answers.length / 2
          ? pass
          : notObserved("Of lookups at the same time, less than half are answered.")
      // A fund whose answers change by themselves mixes nothing up.
      const abn = abns[cases[at]!]!
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const again = yield* fund.lookUp({ abn }, ONCE)
        if (isRead(again) && found(again) !== found(alone[cases[at]!]!))
          return failed(again, {
            cause: "The fund answers the same lookup in different ways.",
            expected: "The same answer each time, as long as the fund's records are the same.",
            actual: "Another answer."
          })
      }
      return failed(answers[at]!, {
        cause: "The fund answers a lookup for another ABN if lookups arrive at the same time.",
        expected: "The answer for the ABN of the call.",
        actual: "Another answer than to the same lookup alone."
      })
    })
}
