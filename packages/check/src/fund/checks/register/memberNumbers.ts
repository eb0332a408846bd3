/**
 * The rules for a member number (D-member-numbers). After a 2xx answer without a usable number the employee's onboarding ends
 * without one, so each mistake has a check of its own that names it.
 */
import { isMemberNumber } from "@embedded-super/contracts/pure-checks"
import { MemberNumber } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, unreadableFor, warned } from "../shared/answers.ts"
import { registered, registers } from "../shared/registering.ts"

const shared = {
  level: "MUST",
  requirement: "R-2.4-2",
  modes: ["dev", "certify", "probe"],
  independent: true,
  appliesTo: registers
} as const

const ABSENT = Symbol("no member number")

const valueIn = ({ json }: Answer): unknown => {
  const details = Predicate.hasProperty(json, "member_details") ? json.member_details : undefined
  return Predicate.hasProperty(details, "member_number") ? details.member_number : ABSENT
}

/** The member number of an answer, as the service passes it on; undefined if it is no text. */
export const memberNumberIn = (answer: Answer): string | undefined => {
  const value = valueIn(answer)
  return typeof value === "string" ? value.trim() : undefined
}

/** The member number of an answer, if it can be one. */
export const usableNumberIn = (answer: Answer): string | undefined => {
  const number = memberNumberIn(answer)
  return number !== undefined && number !== "" && isMemberNumber(number) ? number : undefined
}

/** Reports mask member numbers: the sentence says with which call a number was compared, and the result. */
export const sameNumberAs = ({ id }: Answer): string =>
  `2xx with the member number of call ${id} in report.json, which is the other person's. Reports mask both numbers.`

export const otherNumberThan = ({ id }: Answer): string =>
  `2xx with another member number than call ${id} in report.json got. Reports mask both numbers.`

const EXPECTED = "A text of 1 to 64 printable characters."

const noText = notObserved("There is no text to judge; see the checks before this one.")

type JudgeValue = (value: unknown, answer: Answer) => Outcome

const judging =
  (judge: JudgeValue): FundCheck["run"] =>
  (fund) =>
    Effect.map(registered(fund), (result) =>
      "outcome" in result ? result.outcome : judge(valueIn(result.answer), result.answer)
    )

const judgingText = (isRight: (text: string) => boolean, cause: string) =>
  judging((value, answer) => {
    if (typeof value !== "string") return noText
    return isRight(value.trim()) ? pass : failed(answer, { cause, expected: EXPECTED })
  })

export const numberPresent: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-2",
  requirement: "R-2.4-3",
  also: ["R-1-16"],
  title: "The answer to a registration has a member number.",
  hint: "Answer member_details.member_number. If there is no number within 30 seconds, answer 503 and have it ready for the repeat.",
  run: judging((value, answer) =>
    value === ABSENT || value === null
      ? failed(
          answer,
          unreadableFor(answer) ?? {
            cause: "The answer to a registration has no member number.",
            expected: EXPECTED
          }
        )
      : pass
  )
}

export const numberIsText: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-1",
  title: "The member number is a text.",
  hint: "Answer the number in quotes. A number loses its leading zeros, and long ones lose digits.",
  run: judging((value, answer) => {
    if (value === ABSENT || value === null) return noText
    return typeof value === "string"
      ? pass
      : failed(answer, {
          cause: "The member number isn't a text.",
          expected: EXPECTED,
          actual: typeof value === "number" ? "A number." : "Neither a text nor a number."
        })
  })
}

export const numberNotEmpty: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-3",
  title: "The member number isn't empty.",
  hint: "Answer only once the number exists. An empty text, or one of spaces, counts as no number.",
  run: judgingText((text) => text !== "", "The member number is empty.")
}

export const noPlaceholder: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-4",
  requirement: "D-member-numbers",
  title: "The member number is no placeholder.",
  hint: "Answer the number itself: 0, 999999999, Unknown and Pending count as none. If you can't return a number within 30 seconds, answer 503 and have it ready for the repeat.",
  run: judgingText(isMemberNumber, "The member number is a placeholder.")
}

const fits = Schema.is(MemberNumber)

export const numberFits: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-5",
  requirement: "D-member-numbers",
  title: "The member number has at most 64 printable characters.",
  hint: "Answer the number that you print on letters: no line breaks, no control characters, and 64 characters at most.",
  run: judging((value, answer) => {
    const text = typeof value === "string" ? value.trim() : ""
    if (text === "" || !isMemberNumber(text)) return noText
    if ([...text].length > 64)
      return failed(answer, { cause: "The member number is longer than 64 characters.", expected: EXPECTED })
    if (!fits(text))
      return failed(answer, {
        cause: "The member number has characters that can't be printed.",
        expected: EXPECTED
      })
    return value === text
      ? pass
      : warned(answer, {
          cause: "The member number has spaces or line ends around it.",
          expected: EXPECTED,
          actual: "A text that the service trims, and others may not.",
          hint: "Trim the number: a column of fixed length fills it with spaces."
        })
  })
}

const PERSONS = 3

export const numbersDiffer: FundCheck = {
  ...shared,
  id: "REGISTER-2.4-6",
  requirement: "R-2.4-3",
  modes: ["dev", "certify"],
  title: "Two persons who differ in everything have two member numbers.",
  hint: "Make a number for each person, and look for a mock that answers a fixed one. Tell persons apart by their tax file number, or by name and date of birth together.",
  run: (fund) =>
    Effect.gen(function* () {
      const numbers: Array<string> = []
      for (let person = 1; person <= PERSONS; person += 1) {
        const result = yield* registered(fund)
        if ("outcome" in result) return result.outcome
        const number = memberNumberIn(result.answer)
        if (number === undefined || number === "" || !isMemberNumber(number)) return noText
        if (numbers.includes(number))
          return failed(result.answer, {
            cause: "Two persons get the same member number.",
            expected: "A number of its own for each person."
          })
        numbers.push(number)
      }
      return pass
    })
}
