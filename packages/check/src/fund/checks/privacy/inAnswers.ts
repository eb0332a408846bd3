import * as Effect from "effect/Effect"
import { holdsNumber as textHolds } from "@embedded-super/rules/calls/FundOperation"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isRead, isSuccess, warned } from "../shared/answers.ts"
import { memberNumberIn } from "../register/memberNumbers.ts"
import { registered, registers, validRefused, withTfn } from "../shared/registering.ts"

const everythingIn = ({ headers, text }: Answer): string => `${Object.values(headers).join("\n")}\n${text}`

/** Long enough for nine digits. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}/g

/** The text as it is, with escapes of JSON and of addresses resolved, and what it holds as base64. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  text.replace(/%([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  Array.from(text.matchAll(BASE64), ([word]) => Buffer.from(word, "base64").toString("latin1")).join("\n")
]

export const holdsNumber = (answer: Answer, digits: string): boolean =>
  readings(everythingIn(answer)).some((text) => textHolds(text, digits))

/** The last three or four digits, after signs that hide the others, or after the number's name. */
export const holdsLastDigits = (answer: Answer, digits: string): boolean => {
  const last = `(?:${digits.at(-4)!})?${digits.slice(-3)}(?!\\d)`
  const hidden = new RegExp(`(?:[*•#]{2}|[xX]{3})[ .\\-]?(?:[*•#xX]{3}[ .\\-]?)?${last}`)
  const named = new RegExp(`(?:\\btfn|tax file number)[^{}]{0,24}?(?<!\\d)${last}`, "i")
  return readings(everythingIn(answer)).some((text) => hidden.test(text) || named.test(text))
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"]
]

/** A date as programs and people write it. No number is read out of a longer one. */
const datePatterns = (date: string): ReadonlyArray<RegExp> => {
  const [year = "", month = "", day = ""] = date.split("-")
  const name = MONTHS[Number(month) - 1]!
  const word = `${name.slice(0, 3)}(?:${name.slice(3)})?`
  const short = (part: string) => part.replace(/^0/, "0?")
  const [d, m] = [short(day), short(month)]
  const forms = [
    `${year}[-/.]?${month}[-/.]?${day}`,
    `${d}[-/. ]${m}[-/. ]${year}`,
    `${m}[-/. ]${d}[-/. ]${year}`,
    `${day}${month}${year}`,
    `${d}(?:st|nd|rd|th)?[- ]${word}[-, ]+${year}`,
    `${word} ${d}(?:st|nd|rd|th)?,? ${year}`
  ]
  return forms.map((form) => new RegExp(`(?<!\\d)${form}(?!\\d)`, "i"))
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Capital and small letters are the same. */
export const holdsText = (answer: Answer, planted: string): boolean => {
  const patterns = isDate(planted) ? datePatterns(planted) : []
  return readings(everythingIn(answer)).some(
    (text) =>
      text.toLowerCase().includes(planted.toLowerCase()) || patterns.some((pattern) => pattern.test(text))
  )
}

export const ROOT = "the tax file number comes back"

/** Three digits may be there by chance, so a second person is looked at. */
const lastDigits = (fund: FundUnderTest, answer: Answer, tfn: string): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    if (!holdsLastDigits(answer, tfn)) return pass
    const other = withTfn(fund)
    const again = yield* fund.register(other)
    return typeof other.tfn === "string" && holdsLastDigits(again, other.tfn)
      ? warned(again, {
          cause: "The last digits of the tax file number come back in the answer to a registration.",
          expected: "An answer without any part of the tax file number.",
          actual: "2xx with its last digits."
        })
      : pass
  })

export const noTfn: FundCheck = {
  id: "PRIVACY-2.3-1",
  level: "MUST",
  requirement: "D-tax-file-numbers",
  title: "The tax file number never comes back in the answer to a registration.",
  hint: "Answer with the member number and what you want to show. Never copy the request into the answer, and never use the tax file number as an identifier.",
  modes: ["dev", "certify", "probe"],
  independent: true,
  appliesTo: (fund) => {
    const may = registers(fund)
    if (may !== true) return may
    return fund.takes("tfn") !== "excluded" || "The fund takes no tax file numbers."
  },
  lacks: (fund) =>
    typeof withTfn(fund).tfn === "string"
      ? undefined
      : "check.synthetic_member of the profile, the person who may be registered, has no tfn.",
  run: (fund) =>
    Effect.gen(function* () {
      const body = withTfn(fund)
      const tfn = String(body.tfn)
      let partly: Outcome = pass
      for (let times = 0; times < 2; times += 1) {
        const answer = yield* fund.register(body)
        if (holdsNumber(answer, tfn))
          return failed(answer, {
            cause: "The tax file number comes back in the answer to a registration.",
            expected: "An answer without the tax file number, in its body and its headers.",
            root: ROOT
          })
        if (times === 0 && !isSuccess(answer)) {
          const plain = yield* registered(fund)
          return "outcome" in plain ? plain.outcome : validRefused("registration", answer)
        }
        if (times === 0 && !isRead(answer))
          return notObserved("The answer to the registration can't be read: see SCHEMA-2.4-1.")
        if (times === 0) partly = yield* lastDigits(fund, answer, tfn)
      }
      return partly
    })
}

/** Rare values, so that nothing else in an answer is like them. */
const PERSON = { date_of_birth: "1961-10-23", address_line_1: "387 George Street" }

/** A member number is made of the date of birth: its eight digits are in no number by chance. */
const numberHoldsDate = (answer: Answer): boolean =>
  ["19611023", "23101961", "10231961"].some((digits) =>
    memberNumberIn(answer)?.replaceAll(/\D/g, "").includes(digits)
  )

export const noPersonalData: FundCheck = {
  id: "PRIVACY-2.3-2",
  level: "SHOULD",
  requirement: "D-member-registration",
  title: "The date of birth and the address don't come back in the answer to a registration.",
  hint: "Texts beside the member number may be shown to the employee and are kept. Answer only what is meant for that.",
  modes: ["dev", "certify"],
  independent: true,
  appliesTo: registers,
  run: (fund) =>
    Effect.gen(function* () {
      const result = yield* registered(fund, PERSON)
      if ("outcome" in result) return result.outcome
      const { answer } = result
      const found = Object.entries({
        "date of birth": PERSON.date_of_birth,
        address: PERSON.address_line_1
      }).find(([, value]) => holdsText(answer, value))
      if (found === undefined && numberHoldsDate(answer))
        return warned(answer, {
          cause: "The member number is made of the date of birth.",
          expected: "A number that says nothing about the person.",
          hint: "Count members, or draw their numbers: a member number is printed on letters and payslips."
        })
      return found === undefined
        ? pass
        : warned(answer, {
            cause: `The ${found[0]} comes back in the answer to a registration.`,
            expected: "An answer without it."
          })
    })
}
