import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { normaliseName } from "./personName.ts"

const outcome = (input: string) =>
  Result.merge(Result.mapError(normaliseName(input), (finding) => finding.code))

describe("a name is composed, trimmed, and of 1 to 76 letters, apostrophes and hyphens", () => {
  it.each([
    ["Ada", "Ada"],
    ["  Mary   Jane ", "Mary Jane"],
    ["O'Brien", "O'Brien"],
    ["O\u2019Brien", "O\u2019Brien"],
    ["Smith-Jones", "Smith-Jones"],
    ["J. R.", "J. R."],
    ["Zoe\u0308", "Zo\u00eb"],
    ["Nguy\u1ec5n", "Nguy\u1ec5n"],
    ["\u674e", "\u674e"],
    ["Mary\u00a0Jane", "Mary Jane"],
    ["\u0905\u092e\u093f\u0924", "\u0905\u092e\u093f\u0924"],
    ["Kumar s/o Raj", "Kumar s/o Raj"],
    ["King, Jr.", "King, Jr."],
    ["Gal\u00b7la", "Gal\u00b7la"],
    ["\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"],
    ["\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"],
    ["\u200dAda", "invalid_name"],
    ["Ada \u200cLovelace", "invalid_name"],
    ["Ada\u200d\u200d", "invalid_name"],
    ["Ada\u200b", "invalid_name"],
    ["Ada\u3164", "invalid_name"],
    ["N/A", "empty_name"],
    ["n/a", "empty_name"],
    ["Unknown", "empty_name"],
    [" TBA ", "empty_name"],
    ["Pending", "empty_name"],
    ["Na", "Na"],
    ["Null", "Null"],
    ["None", "None"],
    ["Unknowne", "Unknowne"],
    ["x".repeat(76), "x".repeat(76)],
    ["x".repeat(77), "name_too_long"],
    ["", "empty_name"],
    ["   ", "empty_name"],
    ["'-", "empty_name"],
    ["R2D2", "invalid_name"],
    ["Ada\u0000", "invalid_name"],
    ["Ada\u202e", "invalid_name"],
    ["Ada\nLovelace", "invalid_name"],
    ["<script>", "invalid_name"],
    ["Ada<b>", "invalid_name"],
    ["=Ada", "invalid_name"],
    ["Ada@example", "invalid_name"],
    ["Ada {x}", "invalid_name"],
    ["Ada; DROP", "invalid_name"],
    ['Ada "A" Li', "invalid_name"],
    ["Ada\u{1f600}", "invalid_name"],
    ["Ada+nonumber", "invalid_name"]
  ])("%j is %j", (input, want) => {
    expect(outcome(input)).toBe(want)
  })
})
