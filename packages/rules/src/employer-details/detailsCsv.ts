import { type FundFileColumn, fundFileColumns } from "@embedded-super/contracts/fund-files"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Csv from "effect/encoding/Csv"
import * as Stream from "effect/Stream"

/** Text that a spreadsheet would interpret as a formula; some read full-width signs as the others. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

type Column = FundFileColumn<"EmployerDetailsRow">
const COLUMNS = fundFileColumns.EmployerDetailsRow

/** Each column's value from the POST body. Only free text is guarded against formulas. */
const CELLS: { readonly [Name in Column]: (request: S.EmployerDetailsRequest) => string | undefined } = {
  abn: ({ abn }) => abn,
  employer_name: ({ employer_name }) => guarded(employer_name),
  employer_number: ({ employer_number }) => guarded(employer_number ?? ""),
  confirmed_at: ({ confirmed_at }) => confirmed_at,
  usi: ({ usi }) => usi,
  industry_code: ({ details }) => details.industry_code,
  employee_count: ({ details }) => details.employee_count,
  contact_name: ({ details }) => guarded(details.contact_name ?? ""),
  contact_email: ({ details }) => details.contact_email,
  contact_phone: ({ details }) => details.contact_phone,
  best_time_to_contact: ({ details }) => details.best_time_to_contact
}

/** The rows of a file: the flattened POST body, then the fund's questions. */
export const detailsCsv = (
  requests: ReadonlyArray<S.EmployerDetailsRequest>,
  questions: ReadonlyArray<S.CustomQuestion>
): Effect.Effect<string> => {
  const ids = questions.map(({ question_id }) => question_id)
  const header = [...COLUMNS, ...ids.map((id) => `custom_${id}`)]
  const rows = requests.map((request) => [
    ...COLUMNS.map((column) => CELLS[column](request) ?? ""),
    ...ids.map((id) =>
      guarded(request.custom_answers.find(({ question_id }) => question_id === id)?.answer ?? "")
    )
  ])
  return Stream.fromIterable([header, ...rows]).pipe(
    Stream.pipeThroughChannel(Csv.encodeString({ newline: "\r\n" })),
    Stream.mkString
  )
}
