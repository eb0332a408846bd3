/** The additions of spreadsheets to a list: rows of commas alone, and columns without a name. */
import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { listKeys } from "./listKeys.ts"
import { ListReader } from "./ListReader.ts"

const ABN = "51824753556"
const OTHER = "53004085616"

const read = (...lines: ReadonlyArray<string>) => {
  const reader = new ListReader("plain", listKeys(randomBytes(32)))
  const { values } = reader.read(lines.map((line) => line.split(",")))
  return {
    fatal: reader.fatal?.code,
    rows: reader.rows,
    findings: reader.findings.map(({ code, line }) => `${line} ${code}`),
    numbers: values.employer_number
  }
}

const whole = { fatal: undefined, rows: 2, findings: [], numbers: ["E1", "E2"] }

describe("a list from a spreadsheet", () => {
  it.each([
    ["blank lines", ["abn,employer_number", "", `${ABN},E1`, " ", `${OTHER},E2`]],
    ["rows of commas", ["abn,employer_number", ",", `${ABN},E1`, ", ,", `${OTHER},E2`, ",,"]],
    ["rows of commas before the header", [",,", "abn,employer_number", `${ABN},E1`, `${OTHER},E2`]],
    ["columns without a name at the end", ["abn,employer_number,,", `${ABN},E1,,`, `${OTHER},E2,,`]],
    ["fewer cells than such columns", ["abn,employer_number,,", `${ABN},E1`, `${OTHER},E2,`]],
    ["a column without a name between", ["abn, ,employer_number", `${ABN},,E1`, `${OTHER}, ,E2`]],
    ["commas at the end of rows alone", ["abn,employer_number", `${ABN},E1,,`, `${OTHER},E2,`]]
  ])("with %s is read whole", (_what, lines) => {
    expect(read(...lines)).toEqual(whole)
  })

  it.each([
    ["a value in a column without a name", ["abn,employer_number,", `${ABN},E1,x`, `${OTHER},E2,`]],
    ["a value between the columns", ["abn,,employer_number", `${ABN},x,E1`, `${OTHER},,E2`]]
  ])("isn't read past %s", (_what, lines) => {
    expect(read(...lines)).toEqual({ ...whole, findings: ["2 too_many_cells"], numbers: ["E2"] })
  })

  it("still names a column twice, or one that nobody knows", () => {
    expect(read("abn,abn,,", `${ABN},${ABN}`).fatal).toBe("header_duplicate")
    expect(read("abn,name,,", `${ABN},x`).fatal).toBe("header_unknown")
  })
})
