/** How the checks of every group read an answer. A sentence here never repeats a value of the answer. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import {
  type Failed,
  type Outcome,
  fail,
  isFailed,
  notApplicable,
  notObserved,
  warn
} from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { operations } from "../../profile/loadProfile.ts"

export const isSuccess = ({ failure, status }: Answer): boolean =>
  failure === null && status !== null && status >= 200 && status <= 299

/** The fund refuses the caller. */
export const refusesCaller = ({ status }: Answer): boolean => status === 401 || status === 403

/** 4xx. */
export const isClientError = ({ status }: Answer): boolean =>
  status !== null && status >= 400 && status <= 499

/** 5xx. */
export const isServerError = ({ status }: Answer): boolean => status !== null && status >= 500

/** 4xx or 5xx. */
export const isError = ({ status }: Answer): boolean => status !== null && status >= 400

/** Accepted, with an answer that can be read: a JSON object. */
export const isRead = (answer: Answer): boolean =>
  isSuccess(answer) && Predicate.isReadonlyObject(answer.json)

const failureWords: { readonly [Failure in NonNullable<Answer["failure"]>]: string } = {
  not_authorised: "The call couldn't be authorised, so nothing was sent.",
  dns_failure: "The host name doesn't resolve.",
  connection_refused: "The connection is refused.",
  connect_timeout: "No connection within 3 seconds.",
  tls_failure: "The TLS handshake fails.",
  timeout: "No whole answer in time.",
  connection_reset: "The connection ends before the answer does.",
  invalid_answer: "The answer isn't HTTP."
}

/** The result of a call, in a few words. */
const wordsOf = ({ failure, status }: Answer): string =>
  failure === null ? `${status}.` : failureWords[failure]

/** Failures that end a call before the fund has seen any of it. */
export const unsent: ReadonlySet<Answer["failure"]> = new Set([
  "not_authorised",
  "dns_failure",
  "connection_refused",
  "connect_timeout",
  "tls_failure"
])

interface Wanted {
  readonly cause: string
  readonly expected: string
  /** Left out, the status or the failure. */
  readonly actual?: string
  readonly root?: string
  /** Left out, the check's own. */
  readonly hint?: string
}

export const COMPRESSED = {
  cause: "The fund compresses an answer that nobody asked it to compress.",
  expected: "No Content-Encoding.",
  actual: "A compressed answer.",
  hint: "Compress only if Accept-Encoding asks for it. A proxy that always compresses has to be configured."
}

/** Why nobody can read an answer, where that is known: one mistake, whichever check meets it. */
export const unreadableFor = ({ headers, json, text }: Answer): Wanted | undefined => {
  if (json !== undefined || text === "") return undefined
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return COMPRESSED
  return text.includes("\uFFFD")
    ? {
        cause: "The fund's answer isn't UTF-8, so it can't be read.",
        expected: "JSON in UTF-8.",
        actual: "Bytes that aren't UTF-8, such as letters of Latin-1.",
        hint: "Write answers as UTF-8, the only encoding of JSON: a name with an accent in Latin-1 or Windows-1252 makes the whole answer unreadable. Look at the encoding of the database's connection, and of the file that the text comes from."
      }
    : undefined
}

/** The outcome of a call that never reached the fund: another check reports the reason. */
export const notReached = (answer: Answer): Outcome | undefined =>
  unsent.has(answer.failure) ? notObserved(wordsOf(answer)) : undefined

export const failed = (answer: Answer, wanted: Wanted): Failed =>
  fail({ actual: wordsOf(answer), exchange: answer.id, ...wanted })

export const warned = (answer: Answer, wanted: Wanted): Failed =>
  warn({ actual: wordsOf(answer), exchange: answer.id, ...wanted })

/** The same call has two outcomes: its unusual part isn't the reason. */
export const flaky = (answer: Answer): Failed =>
  failed(answer, {
    cause: "The fund is flaky: it accepts a call that it didn't accept a moment before.",
    expected: "The same outcome each time.",
    root: "the same call has two outcomes",
    hint: "Look in your log for what differs between the two calls: an instance with another version, a limit of connections, an answer that ends early."
  })

/** A suggestion that isn't followed is a warning. */
export const atLevel = (level: FundCheck["level"], outcome: Outcome): Outcome =>
  level !== "MUST" && outcome.verdict === "fail" ? { ...outcome, verdict: "warn" } : outcome

const weights: Readonly<Record<Outcome["verdict"], number>> = {
  fail: 5,
  error: 4,
  warn: 3,
  pass: 2,
  not_observed: 1,
  not_applicable: 0
}

/** The outcome that says most: a failure before a pass, and a pass before what couldn't be observed. */
export const worst = (outcomes: ReadonlyArray<Outcome>): Outcome =>
  outcomes.reduce((one, other) => (weights[other.verdict] > weights[one.verdict] ? other : one))

/** As many as a sentence holds. */
const LONGEST_LIST = 260

export const listed = (words: ReadonlyArray<string>, between = ", "): string => {
  const shown = words.filter((_, at) => words.slice(0, at + 1).join(between).length <= LONGEST_LIST)
  const others = words.length - shown.length
  return `${shown.join(between)}${others > 0 ? ` and ${others} more` : ""}`
}

/** The outcome that says most, with the sentences of the others that failed beside it. */
const worstWithOthers = (outcomes: ReadonlyArray<Outcome>): Outcome => {
  const one = worst(outcomes)
  if (!isFailed(one)) return one
  const causes = outcomes.flatMap((outcome) => (outcome.verdict === one.verdict ? outcome.cause : []))
  const others = [...new Set(causes)].filter((cause) => cause !== one.cause)
  return others.length === 0 ? one : { ...one, actual: `${one.actual} Also: ${listed(others, " ")}` }
}

/** For `appliesTo` of checks that look at addresses. */
export const offersAny: NonNullable<FundCheck["appliesTo"]> = (fund) =>
  operations.some((operation) => fund.addressOf(operation) !== undefined) ||
  "The fund offers no operation by API."

const NONE = notApplicable("The profile leaves no case of this.")

/** Judges each case in order, until one fails. */
export const inTurn = <A, R>(
  cases: ReadonlyArray<A>,
  judge: (each: A) => Effect.Effect<Outcome, never, R>
): Effect.Effect<Outcome, never, R> =>
  Effect.gen(function* () {
    const outcomes: Array<Outcome> = []
    for (const each of cases) {
      outcomes.push(yield* judge(each))
      if (outcomes.at(-1)!.verdict === "fail") break
    }
    return outcomes.length === 0 ? NONE : worst(outcomes)
  })

const NOT_ACCEPTED = notObserved("The fund doesn't accept the usual call, so a changed one says nothing.")

/** Judges a changed call, if the usual one is accepted: otherwise the change isn't the reason of a refusal. */
export const ifAccepted = <R>(
  fund: FundUnderTest,
  { body, operation }: Offer,
  judge: Effect.Effect<Outcome, never, R>
): Effect.Effect<Outcome, never, R> =>
  Effect.flatMap(fund.call(operation, body()), (usual) =>
    isSuccess(usual) ? judge : Effect.succeed(NOT_ACCEPTED)
  )

const AT_ONCE = 5

/** Judges cases that don't depend on each other, some at the same time: a slow fund isn't kept waiting for long. */
export const together = <A, R>(
  cases: ReadonlyArray<A>,
  judge: (each: A) => Effect.Effect<Outcome, never, R>
): Effect.Effect<Outcome, never, R> =>
  Effect.map(Effect.forEach(cases, judge, { concurrency: AT_ONCE }), (outcomes) =>
    outcomes.length === 0 ? NONE : worstWithOthers(outcomes)
  )

/**
 * Judges each operation that this mode may call, all at the same time. Of two mistakes that are alike, the one is shown whose
 * operation can be called: the other may follow from that it can't.
 */
export const atEachOperation = <R>(
  fund: FundUnderTest,
  judge: (offer: Offer) => Effect.Effect<Outcome, never, R>
): Effect.Effect<Outcome, never, R> => {
  const isAnswered = ({ operation }: Offer): number => Number(fund.times(operation).length > 0)
  const offers = fund.callable().toSorted((one, other) => isAnswered(other) - isAnswered(one))
  return offers.length === 0
    ? Effect.succeed(notObserved("The fund offers no operation by API that this mode may call."))
    : together(offers, judge)
}
