import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Csv from "effect/encoding/Csv"
import * as Stream from "effect/Stream"
import { FIELDS } from "./readAnswers.ts"

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The rows of a file: the POST body flattened, then the fund's questions. The guard is on what people typed. */
export const detailsCsv = (
  requests: ReadonlyArray<S.EmployerDetailsRequest>,
  questions: ReadonlyArray<S.CustomQuestion>
): Effect.Effect<string> => {
  const ids = questions.map(({ question_id }) => question_id)
  const header = [
    ...["abn", "employer_name", "employer_number", "confirmed_at", "usi"],
    ...FIELDS,
    ...ids.map((id) => `custom_${id}`)
  ]
  const rows = requests.map(({ details, ...request }) => [
    request.abn,
    guarded(request.employer_name),
    guarded(request.employer_number ?? ""),
    request.confirmed_at,
    request.usi,
    ...FIELDS.map((field) => {
      const value = details[field] ?? ""
      return field === "contact_name" ? guarded(value) : value
    }),
    ...ids.map((id) =>
      guarded(request.custom_answers.find(({ question_id }) => question_id === id)?.answer ?? "")
    )
  ])
  return Stream.fromIterable([header, ...rows]).pipe(
    Stream.pipeThroughChannel(Csv.encodeString({ newline: "\r\n" })),
    Stream.mkString
  )
}
