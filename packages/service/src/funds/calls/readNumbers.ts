import * as Effect from "effect/Effect"
import * as Csv from "effect/encoding/Csv"
import * as Stream from "effect/Stream"
import { OperatorError } from "../../platform/OperatorError.ts"
import type { EnteredNumber } from "./FundCallOperations.ts"

const COLUMNS = ["id", "member_number"] as const

const mistaken = (mistakes: ReadonlyArray<string>) =>
  Effect.fail(
    new OperatorError({
      problem: [
        "The file of member numbers can't be used:",
        ...mistakes.map((mistake) => `  ${mistake}`)
      ].join("\n"),
      remedy: `Give a CSV file with the header ${COLUMNS.join(",")} and a row for each call. No number was entered.`
    })
  )

/** Reads the rows of an operator's file. Mistakes name the row, never the number. */
export const readNumbers = (text: string): Effect.Effect<ReadonlyArray<EnteredNumber>, OperatorError> =>
  Effect.gen(function* () {
    const rows = yield* Stream.make(text).pipe(
      Stream.pipeThroughChannel(Csv.decodeString()),
      Stream.runCollect,
      Effect.catchTag("CsvError", ({ line }) => mistaken([`line ${line}: the quotes don't match`]))
    )
    const [header = [], ...records] = rows.filter((row) => row.some((cell) => cell.trim() !== ""))
    const names = header.map((name) => name.trim().toLowerCase())
    const [id, number] = COLUMNS.map((column) => names.indexOf(column))
    if (id === undefined || number === undefined || id < 0 || number < 0) {
      return yield* mistaken([`the header must name the columns ${COLUMNS.join(" and ")}`])
    }
    const numbers = records.map((row) => ({
      callId: row[id]?.trim() ?? "",
      memberNumber: row[number]?.trim() ?? ""
    }))
    const seen = new Set<string>()
    const mistakes = numbers.flatMap(({ callId, memberNumber }, index) => {
      const isRepeated = seen.has(callId)
      seen.add(callId)
      const row = `row ${index + 1}`
      if (callId === "") return [`${row}: the id is missing`]
      if (isRepeated) return [`${row}: the id was in an earlier row`]
      return memberNumber === "" ? [`${row}: the member number is missing`] : []
    })
    if (numbers.length === 0) return yield* mistaken(["it has no rows"])
    return mistakes.length === 0 ? numbers : yield* mistaken(mistakes)
  })
