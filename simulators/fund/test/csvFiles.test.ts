/** Files of employers that are wrong on purpose. */
import { assert, describe, it } from "@effect/vitest"
import { employerFileName, withFault } from "../src/sftp/csvFiles.ts"

const text = "abn,employer_number\n80000000001,EMP-1\n"
const now = "2026-11-21T03:14:15.926Z"

describe("an employer file", () => {
  it("is right without a fault, and named after its time", () => {
    assert.strictEqual(withFault(text, undefined), text)
    assert.strictEqual(employerFileName(now), "employers_20261121031415.csv")
  })

  it("has a name of its own, however soon it follows another one", () => {
    const inbox = ["employers_20261121031415.csv", "employers_20261121031416.csv.refused.json"]
    assert.strictEqual(employerFileName(now, inbox), "employers_20261121031417.csv")
  })

  it("lacks the header with no_header", () => {
    assert.strictEqual(withFault(text, "no_header"), "80000000001,EMP-1\n")
  })

  it("has an ABN with a wrong checksum and a row with a column too few with bad_rows", () => {
    const added = withFault(text, "bad_rows").slice(text.length)
    assert.strictEqual(added, "51824753557,\n51824753557\n")
    const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
    const digits = [..."51824753557"].map((digit, index) => Number(digit) - (index === 0 ? 1 : 0))
    assert.notStrictEqual(digits.reduce((sum, digit, index) => sum + digit * weights[index]!, 0) % 89, 0)
  })
})
