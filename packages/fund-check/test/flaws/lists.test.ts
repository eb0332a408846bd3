/** Each flaw of a list is found by the check that it names; a list without one fails none. */
import { assert, describe, it } from "@effect/vitest"
import type { EmployerListFindingCode } from "@embedded-super/contracts/schemas"
import { finding } from "@embedded-super/fund-rules/employer-list/findings"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"

const uploaded = { selection: ["LIST"], uploads: true }

/** The service's own finding, in whose words the check names the flaw. */
const codes: Readonly<Record<string, EmployerListFindingCode>> = {
  "list-without-header": "header_without_abn",
  "list-with-semicolons": "header_separator",
  "list-in-utf-16": "utf_16",
  "list-as-workbook": "excel_file",
  "list-with-short-rows": "too_few_cells",
  "list-of-nobody": "no_rows",
  "list-with-rounded-numbers": "abn_scientific_notation",
  "list-without-leading-digits": "abn_not_eleven_digits",
  "list-in-another-format": "other_format_agreed",
  "employer-twice": "duplicate_row",
  "placeholder-numbers": "employer_number_placeholder",
  "list-named-in-capitals": "name_not_taken"
}

const sentenceOf = (flaw: string): string => {
  const code = codes[flaw]
  return code === undefined ? "fail: The list names a former employer." : `fail: ${finding(code).detail}`
}

describe.concurrent("a fund that uploads a list", () => {
  for (const flaw of flaws.filter(({ group }) => group === "list")) {
    it.live(`with ${flaw.name} fails ${flaw.killedBy[0]}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ flaw }, uploaded)
        assert.strictEqual(saidOf(report, flaw.killedBy[0]), sentenceOf(flaw.name))
      })
    )
  }

  it.live("without a flaw conforms", () =>
    Effect.gen(function* () {
      const report = yield* checking({}, uploaded)
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.verdict, "conforms")
    })
  )
})
