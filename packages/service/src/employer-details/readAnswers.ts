import { EmbedDetailsFieldName } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { partOf, type ReadableBody, type Findings } from "../personal-data/Findings.ts"
import { normaliseEmail } from "../personal-data/text.ts"
import { normaliseName } from "../personal-data/personName.ts"
import { normalisePhoneNumber } from "../personal-data/phoneNumber.ts"

/** An employer's answers, normalised. */
export interface Answers {
  readonly details: S.CollectedEmployerDetails
  readonly custom_answers: ReadonlyArray<S.CustomAnswer>
}

type Field = S.EmbedDetailsFieldName

/** The fields that a form can have, in the order in which they are shown. */
const FIELDS: ReadonlyArray<Field> = EmbedDetailsFieldName.literals

/** The fields that this fund asks for. */
export const requestedFields = ({ fields }: S.ConfirmationForm): ReadonlyArray<S.EmbedDetailsField> =>
  FIELDS.flatMap((field) => {
    const requirement = fields[field] ?? "excluded"
    return requirement === "excluded" ? [] : [{ field, required: requirement === "required" }]
  })

export const asksNothing = (form: S.ConfirmationForm): boolean =>
  requestedFields(form).length === 0 && form.custom_questions.length === 0

const MISSING = { code: "required", detail: "The fund asks for this." } as const
const NOT_ASKED = { code: "not_allowed", detail: "The fund doesn't ask for this." } as const
const NO_OPTION = {
  code: "not_allowed",
  detail: "The answer must be one of the question's options."
} as const

const normalise = (field: Field, value: string, findings: Findings): unknown => {
  const at = `#/${field}`
  switch (field) {
    case "contact_name":
      return findings.take(at, normaliseName(value))
    case "contact_email":
      return normaliseEmail(value as S.EmailAddress)
    case "contact_phone":
      return findings.takeNormalised(at, normalisePhoneNumber(value))
    default:
      return value
  }
}

const readDetails = (
  form: S.ConfirmationForm,
  { members, names }: ReadableBody<S.EmbedEmployerDetailsChange>,
  findings: Findings
): S.CollectedEmployerDetails => {
  const questions = requestedFields(form)
  const details: Array<readonly [string, unknown]> = []
  for (const field of FIELDS) {
    const question = questions.find((one) => one.field === field)
    const value = members[field]
    if (!names.includes(field)) {
      if (question?.required === true) findings.take(`#/${field}`, Result.fail(MISSING))
    } else if (question === undefined) {
      findings.take(`#/${field}`, Result.fail(NOT_ASKED))
    } else if (value !== undefined) {
      details.push([field, normalise(field, value, findings)])
    }
  }
  return Object.fromEntries(details)
}

const readCustom = (
  { custom_questions }: S.ConfirmationForm,
  body: ReadableBody<S.EmbedEmployerDetailsChange>,
  findings: Findings
): ReadonlyArray<S.CustomAnswer> => {
  const given = partOf(body, "custom_answers")
  const answers = given?.names.map((index) => partOf(given, index)?.members ?? {}) ?? []
  // An answer without a readable question may be the one that is missing.
  const isUnreadable =
    given === undefined
      ? body.names.includes("custom_answers")
      : answers.some(({ question_id }) => question_id === undefined)
  for (const [index, { question_id }] of answers.entries()) {
    if (question_id === undefined) continue
    const isRequested = custom_questions.some((question) => question.question_id === question_id)
    const isRepeated = answers.findIndex((other) => other.question_id === question_id) < index
    if (!isRequested || isRepeated)
      findings.take(`#/custom_answers/${index}/question_id`, Result.fail(NOT_ASKED))
  }
  return custom_questions.flatMap(({ options, question, question_id, required }) => {
    const index = answers.findIndex((answer) => answer.question_id === question_id)
    const answer = answers[index]?.answer
    if (answer === undefined) {
      if (required && !isUnreadable && index === -1) findings.take("#/custom_answers", Result.fail(MISSING))
      return []
    }
    if (options !== undefined && !options.includes(answer)) {
      findings.take(`#/custom_answers/${index}/answer`, Result.fail(NO_OPTION))
    }
    return [{ question_id, question, answer }]
  })
}

/**
 * Checks an employer's answers against the fund's form; keeps each question's text with its answer. An answer that can't
 * be read isn't reported as missing: `findings` already has its mistake.
 */
export const readAnswers = (
  form: S.ConfirmationForm,
  body: ReadableBody<S.EmbedEmployerDetailsChange>,
  findings: Findings
): Answers => ({
  details: readDetails(form, body, findings),
  custom_answers: readCustom(form, body, findings)
})
