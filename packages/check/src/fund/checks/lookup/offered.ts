import * as Predicate from "effect/Predicate"
import type { Outcome } from "../../../check/Check.ts"
import { notObserved } from "../../../check/outcomes.ts"
import type { Answer, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isServerError, isSuccess, notReached, unreadableFor } from "../shared/answers.ts"

/** Checks of lookups are for funds that are looked up live. */
export const live = (fund: FundUnderTest): true | string =>
  fund.addressOf("lookup") !== undefined || "The fund isn't looked up live."

/** The checks whose failure makes every answer of a lookup unreadable. */
export const restsOn = ["TRANSPORT-4.2-6", "TRANSPORT-4.2-7", "LIMITS-2.5-1"]

/** The data that a check needs, from the section `check` of the profile. */
export type Known = "matching_abn" | "unknown_abn" | "former_employer_abn"

export const known = (fund: FundUnderTest, name: Known): string | undefined => fund.profile.check?.[name]

export const unknown = (name: Known): Outcome => notObserved(`The profile names no check.${name}.`)

export const found = (answer: Answer): unknown =>
  Predicate.isReadonlyObject(answer.json) ? Reflect.get(answer.json, "employer_found") : undefined

export const matches = (answer: Answer): boolean => isSuccess(answer) && found(answer) === true

/** Only such an answer shows that an employer isn't found: an error shows nothing. */
export const saysNoMatch = (answer: Answer): boolean => isSuccess(answer) && found(answer) === false

/** The failure of an answer that is neither a match nor a no match; undefined if it is one. */
export const unreadable = (answer: Answer): Outcome | undefined => {
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  const expected = "200, or another 2xx, with employer_found, true or false."
  if (answer.failure === null && answer.status === 404)
    return failed(answer, {
      cause: "The fund answers 404 in place of a lookup's result.",
      expected,
      root: "a lookup is answered 404"
    })
  if (!isSuccess(answer)) {
    const cause = isServerError(answer)
      ? "The fund answers a server error to a valid lookup."
      : "The fund refuses a valid lookup."
    return failed(answer, { cause, expected, root: "a valid lookup isn't answered 2xx" })
  }
  const value = found(answer)
  if (typeof value === "boolean") return undefined
  const known = unreadableFor(answer)
  if (known !== undefined) return failed(answer, known)
  const actual = value === undefined ? "No employer_found." : `employer_found as a ${typeof value}.`
  return failed(answer, {
    cause:
      typeof value === "string" || typeof value === "number"
        ? "The fund gives employer_found as text or a number, not as true or false."
        : "A lookup's answer has no employer_found of true or false.",
    expected,
    actual,
    root: "employer_found isn't true or false"
  })
}

const UNDECIDED = notObserved(
  "The fund doesn't answer the lookup, so it says neither that it finds the employer nor that it doesn't."
)

/**
 * The outcome of an answer that is neither a match nor a no match, for a check that looks for matches. A refusal or an answer
 * of another form is a failure; without an answer nothing was observed (TIME-7-1 and TIME-7-2 judge that).
 */
export const undecided = (answer: Answer): Outcome =>
  answer.failure === null && answer.status !== null && answer.status < 500
    ? (unreadable(answer) ?? UNDECIDED)
    : UNDECIDED
