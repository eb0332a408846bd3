import type { FundFileColumn } from "@embedded-super/contracts/fund-files"
import * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Csv from "effect/encoding/Csv"
import { createHash } from "node:crypto"
import type { SimulatedFund } from "../funds.ts"
import { SftpFailure } from "./SftpFiles.ts"

/** The form of the column `abn`: plain, or as SHA-256 of the salt and the ABN (R-2.6-5). */
export type Written = { readonly salt: Redacted.Redacted } | "hashed" | "plain"

const hashed = (salt: string, abn: string): string =>
  createHash("sha256").update(`${salt}${abn}`).digest("hex")

/** The columns that this fund supplies. */
const COLUMNS: ReadonlyArray<FundFileColumn<"EmployerListRow">> = ["abn", "employer_number"]

/** The file of the employers whose current default fund this is: a former default fund is no match. */
export const employerCsv = (
  entries: ReadonlyArray<S.EmployerBookEntry>,
  written: Written
): Effect.Effect<{ readonly text: string; readonly rows: number }> => {
  const current = entries.filter(({ relationship }) => relationship === "current")
  const salt = typeof written === "string" ? "" : Redacted.value(written.salt)
  const rows = current.map(({ abn, employer_number }) => [
    written === "plain" ? abn : hashed(salt, abn),
    employer_number ?? ""
  ])
  return Stream.fromIterable([COLUMNS, ...rows]).pipe(
    Stream.pipeThroughChannel(Csv.encodeString({ newline: "\n" })),
    Stream.mkString,
    Effect.map((text) => ({ text, rows: rows.length }))
  )
}

type Fault = NonNullable<S.EmployerFileUpload["flaw"]>

/** An ABN whose check digits are wrong. */
const BAD_ABN = "51824753557"

/** The lines of a file with a fault. They end by a line feed each. */
const spoilt: { readonly [F in Fault]: (text: string) => string } = {
  no_header: (text) => text.slice(text.indexOf("\n") + 1),
  // A row of one column, where the header names two.
  bad_rows: (text) => `${text}${BAD_ABN},\n${BAD_ABN}\n`
}

/** The text of a file, wrong on purpose if a fault is named. */
export const withFault = (text: string, fault: Fault | undefined): string =>
  fault === undefined ? text : spoilt[fault](text)

/**
 * The name of a file that is uploaded at a time: `employers_20261121031415.csv`. If a file in the inbox, or its result, has
 * that name, the next second that none has.
 */
export const employerFileName = (now: string, inbox: ReadonlyArray<string> = []): S.EmployerListFileName => {
  for (let at = Date.parse(now); ; at += 1000) {
    const name = `employers_${new Date(at).toISOString().replace(/\D/g, "").slice(0, 14)}.csv`
    if (!inbox.some((other) => other.startsWith(name))) return name as S.EmployerListFileName
  }
}

const decode = Schema.decodeUnknownEffect(S.EmployerDetailsRequest, { onExcessProperty: "error" })

/** The columns that are in `details` of the POST's body. */
const fields = Object.keys(S.CollectedEmployerDetails.fields)

/** A cell that a spreadsheet would read as a formula is prefixed with an apostrophe (D-employer-details). */
const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, "")

const custom = "custom_"

type Row = Readonly<Record<string, string>>

/** Converts a row to the POST's body, of which it is the flat form. An empty cell is an absent property. */
const requestOf = (row: Row, form: SimulatedFund["employerDetails"]["form"]): unknown => {
  const filled = Object.entries(row).filter(([, text]) => text !== "")
  const named = (names: ReadonlyArray<string>) =>
    Object.fromEntries(
      filled
        .filter(([name]) => names.includes(name))
        .map(([name, text]) => [name, name.endsWith("_name") ? unguarded(text) : text])
    )
  return {
    ...named(["abn", "employer_name", "employer_number", "confirmed_at", "usi"]),
    details: named(fields),
    custom_answers: filled
      .filter(([name]) => name.startsWith(custom))
      .map(([name, text]) => {
        const question_id = name.slice(custom.length)
        const known = form.custom_questions.find((question) => question.question_id === question_id)
        return { question_id, question: known?.question ?? question_id, answer: unguarded(text) }
      })
  }
}

/** Reads a whole file of employer details, or fails with the line that can't be read. */
export const detailsRows = Effect.fnUntraced(function* (
  fileName: string,
  text: string,
  form: SimulatedFund["employerDetails"]["form"]
) {
  const broken = (line: number) =>
    new SftpFailure({
      sentence: `Row ${line} of ${fileName} doesn't match specs/fund-files. Nothing of the file was kept.`
    })
  const rows = yield* Stream.make(text).pipe(
    Stream.pipeThroughChannel(Csv.decodeString({ headers: true })),
    Stream.runCollect,
    Effect.mapError(() => broken(0))
  )
  return yield* Effect.forEach(rows, (row, index) =>
    Effect.mapError(decode(requestOf(row, form)), () => broken(index + 1))
  )
})
