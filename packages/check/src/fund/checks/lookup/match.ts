import { EmployerNumber } from "@embedded-super/contracts/schemas"
import { isPlaceholder } from "@embedded-super/rules/employer-list/checkRow"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Outcome, isFailed, notApplicable, pass, notObserved } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, warned, isSuccess, notReached, unreadableFor } from "../shared/answers.ts"
import { optionalPart, partRoot } from "../shared/readForm.ts"
import { NOT_FOUND, refusalFixes, validRefused } from "../shared/registering.ts"

/** Checks of lookups are for funds that are looked up live. */
export const live = (fund: FundUnderTest): true | string =>
  fund.addressOf("lookup") !== undefined || "The fund isn't looked up live."

/** The checks whose failure makes every answer of a lookup unreadable. */
export const restsOn = ["TRANSPORT-4.2-6", "TRANSPORT-4.2-7", "LIMITS-2.5-1"]

/** The data that a check needs, from the section `check` of the profile. */
export type Known = "matching_abn" | "unknown_abn" | "former_employer_abn"

export const known = (fund: FundUnderTest, name: Known): string | undefined => fund.profile.check?.[name]

const meanings: { readonly [Name in Known]: string } = {
  matching_abn: "an employer that the lookup finds",
  unknown_abn: "an employer that it doesn't find",
  former_employer_abn: "an employer that once used the fund and no longer does"
}

const inWords = (name: Known): string => `check.${name} (${meanings[name]})`

/** For `lacks` of checks that need all of these. */
export const lacksAbns =
  (...names: ReadonlyArray<Known>): NonNullable<FundCheck["lacks"]> =>
  (fund) => {
    const missing = names.filter((name) => known(fund, name) === undefined)
    return missing.length === 0 ? undefined : `The profile names no ${missing.map(inWords).join(" and no ")}.`
  }

/** For `lacks` of checks that need any of these. */
export const lacksEachAbn =
  (...names: ReadonlyArray<Known>): NonNullable<FundCheck["lacks"]> =>
  (fund) =>
    names.every((name) => known(fund, name) === undefined)
      ? `The profile names neither ${names.map(inWords).join(" nor ")}.`
      : undefined

export const found = (answer: Answer): unknown =>
  Predicate.isReadonlyObject(answer.json) ? Reflect.get(answer.json, "employer_found") : undefined

export const matches = (answer: Answer): boolean => isSuccess(answer) && found(answer) === true

/** Only such an answer shows that an employer isn't found: an error shows nothing. */
export const saysNoMatch = (answer: Answer): boolean => isSuccess(answer) && found(answer) === false

/** The failure of an answer that is neither a match nor a no match; undefined if it is one. */
const unreadable = (answer: Answer): Outcome | undefined => {
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  if (!isSuccess(answer)) return validRefused("lookup", answer)
  const expected = "200, or another 2xx, with employer_found, true or false."
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

/** How to fix an answer that is neither a match nor a no match, whatever a check looked it up for. */
export const lookupFixes: Readonly<Record<string, string>> = {
  [NOT_FOUND.cause]: NOT_FOUND.hint,
  ...refusalFixes("lookup"),
  "The fund gives employer_found as text or a number, not as true or false.":
    "Write true or false without quotation marks, as JSON's own values.",
  "A lookup's answer has no employer_found of true or false.":
    'Answer {"employer_found": true} or {"employer_found": false}: the property is at the top of the answer, and always there.'
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

const base = {
  modes: ["dev", "certify", "probe"],
  appliesTo: live,
  lacks: lacksAbns("matching_abn"),
  independent: true
} as const

/** Judges the answer for an employer that the fund knows. */
const ofTheMatch = (fund: FundUnderTest, judge: (answer: Answer) => Outcome): Effect.Effect<Outcome> =>
  Effect.map(fund.lookUp({ abn: known(fund, "matching_abn") }), judge)

const detailsOf = ({ json }: Answer): unknown =>
  Predicate.isReadonlyObject(json) ? Reflect.get(json, "employer_details") : undefined

const FIND_IT =
  "The profile names this employer as one that you find (check.matching_abn): search by the eleven digits of the ABN as text."

const isMatch: FundCheck = {
  ...base,
  id: "LOOKUP-2.5-1",
  restsOn,
  level: "MUST",
  requirement: "R-2.5-3",
  also: ["R-1-18", "R-2.5-1", "R-4.2-12", "R-4.2-13"],
  title: "A lookup of an employer of the fund is answered employer_found true.",
  hint: "Search by the eleven digits of the ABN as text. Spaces in the fund's own records, or a number in place of text, make a search miss.",
  run: (fund) =>
    ofTheMatch(fund, (answer) => {
      const wrong = unreadable(answer)
      if (wrong !== undefined)
        return answer.status === 404 && isFailed(wrong)
          ? { ...wrong, hint: `${FIND_IT} ${NOT_FOUND.hint}` }
          : wrong
      return matches(answer)
        ? pass
        : failed(answer, {
            cause:
              "The fund doesn't find an employer that the profile names as its own (check.matching_abn).",
            expected: "employer_found true.",
            actual: "employer_found false."
          })
    })
}

const details: FundCheck = {
  ...base,
  id: "LOOKUP-2.5-2",
  level: "MUST",
  requirement: "R-2.5-4",
  title: "The employer_details of a match, if there are any, are an object.",
  hint: "Leave employer_details out if there is nothing to say. By default, many serializers write null for what is absent.",
  run: (fund) =>
    ofTheMatch(fund, (answer) => {
      if (!matches(answer)) return notApplicable("There is no match.")
      const given = detailsOf(answer)
      if (given === undefined || (Predicate.isReadonlyObject(given) && !Array.isArray(given))) return pass
      return optionalPart(answer, ["employer_details"], "match")
    })
}

const isEmployerNumber = Schema.is(EmployerNumber)

/** As the service reads it: without the spaces at its ends. */
const isUsable = (number: string): boolean => isEmployerNumber(number.trim()) && !isPlaceholder(number)

const mistakeIn = (number: string): string => {
  if (number.trim() === "") return "The fund gives an empty employer_number."
  return isPlaceholder(number)
    ? "The fund gives a placeholder as employer_number, such as 0 or N/A."
    : "The fund gives an employer_number that is longer than 64 characters or not printable."
}

const employerNumber: FundCheck = {
  ...base,
  id: "LOOKUP-2.5-3",
  level: "MUST",
  requirement: "R-2.5-5",
  title: "The employer_number of a match, if there is one, is text.",
  hint: "Write the number as text, in quotation marks: leading zeros are part of it. Leave it out if there is none.",
  run: (fund) =>
    ofTheMatch(fund, (answer) => {
      if (!matches(answer)) return notApplicable("There is no match.")
      const given = detailsOf(answer)
      const number = Predicate.isReadonlyObject(given) ? Reflect.get(given, "employer_number") : undefined
      if (number === undefined) return pass
      if (typeof number !== "string")
        return optionalPart(answer, ["employer_details", "employer_number"], "match")
      return isUsable(number)
        ? pass
        : warned(answer, {
            root: partRoot("employer_number"),
            cause: mistakeIn(number),
            expected: "1 to 64 printable characters, or no employer_number.",
            actual: "A text that the service drops."
          })
    })
}

export const match: ReadonlyArray<FundCheck> = [isMatch, details, employerNumber]

const isNull = ({ json }: Answer): boolean => (json as Record<string, unknown>)["employer_details"] === null

export const noMatch: FundCheck = {
  id: "LOOKUP-2.5-4",
  restsOn,
  level: "MUST",
  requirement: "R-2.5-7",
  title: 'A lookup without a match is answered with exactly {"employer_found": false}.',
  hint: "Answer 200, not 404: the absence of an employer is a result. Leave out everything else, also null.",
  modes: ["dev", "certify", "probe"],
  appliesTo: live,
  lacks: lacksAbns("unknown_abn"),
  independent: true,
  run: (fund) =>
    Effect.gen(function* () {
      const answer = yield* fund.lookUp({ abn: known(fund, "unknown_abn") })
      const wrong = unreadable(answer)
      if (wrong !== undefined) return wrong
      const expected = '200, or another 2xx, with exactly {"employer_found": false}.'
      if (matches(answer))
        return failed(answer, {
          cause: "The fund finds an employer that isn't its own (check.unknown_abn).",
          expected,
          actual: "employer_found true.",
          root: "over-match",
          hint: "Find only employers that the fund has, and keep nothing of one call for the next: a variable that calls share mixes answers of the same time."
        })
      const more = Object.keys(answer.json as object).filter((name) => name !== "employer_found")
      if (more.length === 0) return pass
      const isRead = more.join() === "employer_details" && isNull(answer)
      return failed(answer, {
        cause: "The fund's answer without a match holds more than employer_found.",
        expected,
        actual: isRead
          ? "employer_details as null, which the service reads as absent: the no match counts."
          : `${more.length} more ${more.length === 1 ? "property" : "properties"}.`,
        ...(isRead ? { root: partRoot("employer_details") } : {})
      })
    })
}
