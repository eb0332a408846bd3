/** Every mistake that the service can find in the embeds has a sentence of its own, both ways. */
import { fieldCodes } from "@embedded-super/contracts/field-codes"
import { describe, expect, it } from "vitest"
import { employee } from "../../src/texts/en/errors/employee.ts"
import { employer } from "../../src/texts/en/errors/employer.ts"
import { intent } from "../../src/texts/en/errors/intent.ts"
import { zh } from "../../src/texts/zh/index.ts"
import { en } from "../../src/texts/en/index.ts"

const OPERATIONS = [
  "chooseDefaultFund",
  "saveAtoConnection",
  "confirmMatch",
  "declineMatch",
  "saveEmployerDetails",
  "saveIntentPerson",
  "saveIntentJob",
  "saveIntentRequests",
  "confirmIntent",
  "requestVerificationCode",
  "verifyCode",
  "saveIdentity",
  "saveContact",
  "saveTax",
  "acceptDisclaimer",
  "chooseFund"
] as const

/** Mistakes of the frame: a person can't make them by typing. */
const OF_THE_FRAME = ["unknown_property", "wrong_type", "too_many"]
const SENT_BY_THE_FRAME = ["/confirmed", "/custom_answers/0/question_id", "/display_id"]

const table: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = fieldCodes

const mistakes = OPERATIONS.flatMap((operation) =>
  Object.entries(table[operation]!).flatMap(([pointer, codes]) =>
    codes.map((code) => ({ operation, pointer: pointer.replaceAll("*", "0"), code }))
  )
).filter(({ code, pointer }) => !OF_THE_FRAME.includes(code) && !SENT_BY_THE_FRAME.includes(pointer))

const fallback = {
  en: en.errors.sentence("", "/nowhere", "unknown"),
  zh: zh.errors.sentence("", "/nowhere", "unknown")
}

describe.each(["en", "zh"] as const)("in %s", (language) => {
  const { errors } = { en, zh }[language]

  it("every mistake in a field has a sentence", () => {
    const without = mistakes.filter(
      ({ code, operation, pointer }) => errors.sentence(operation, pointer, code) === fallback[language]
    )
    expect(without).toEqual([])
  })
})

it("every field with sentences exists", () => {
  const known = new Set(mistakes.map(({ pointer }) => pointer))
  // The choice among several matches has no field in the contract: it is in the path.
  const fields = Object.keys({ ...employer, ...intent }).filter((pointer) => pointer !== "/match")
  expect(fields.filter((pointer) => !known.has(pointer))).toEqual([])
})

it("every field of the employee with sentences exists in its operation", () => {
  // The frame's own questions, which only show other fields.
  const asked = ["/way", "/fund", "/has_tfn"]
  const unknown = Object.entries(employee).flatMap(([operation, fields]) =>
    Object.keys(fields)
      .filter((pointer) => !asked.includes(pointer) && table[operation]?.[pointer] === undefined)
      .map((pointer) => `${operation} ${pointer}`)
  )
  expect(unknown).toEqual([])
})
