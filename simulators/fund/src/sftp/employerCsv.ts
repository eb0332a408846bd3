import type { FundFileColumn } from "@embedded-super/contracts/fund-files"
import type * as S from "@embedded-super/contracts/schemas"
import * as Csv from "effect/encoding/Csv"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"

/** How the column `abn` is written: as it is, or as SHA-256 of the salt and the ABN (description 2.6). */
export type Written = { readonly salt: Redacted.Redacted } | "hashed" | "plain"

const hashed = (salt: string, abn: string): string =>
  createHash("sha256").update(`${salt}${abn}`).digest("hex")

/** The columns that this fund supplies. */
const COLUMNS: ReadonlyArray<FundFileColumn<"EmployerListRow">> = ["abn", "employer_number"]

/** The file of the employers whose default fund this is: a former one is no match. */
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
