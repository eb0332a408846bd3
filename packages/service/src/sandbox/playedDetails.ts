import { EmbedEmployerDetailsChange } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

const PLAYED: { readonly [Field in S.EmbedDetailsFieldName]: string } = {
  industry_code: "E",
  employee_count: "5_19",
  contact_name: "Asha Wattle",
  contact_email: "asha@wattle.example",
  contact_phone: "0491 570 110",
  best_time_to_contact: "morning"
}

const decode = Schema.decodeUnknownSync(EmbedEmployerDetailsChange)

/** Made-up answers to all that a fund asks at confirmation. */
export const playedDetails = ({
  custom_questions,
  fields
}: S.EmbedEmployerDetailsForm): S.EmbedEmployerDetailsChange =>
  decode({
    ...Object.fromEntries(fields.map(({ field }) => [field, PLAYED[field]])),
    custom_answers: custom_questions.map(({ options, question_id }) => ({
      question_id,
      answer: options[0] ?? "An answer of the sandbox"
    }))
  })
