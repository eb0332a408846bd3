import { describe, expect, it } from "vitest"
import { jsonMistake } from "../src/jsonMistake.ts"

describe("the first mistake of a text that isn't JSON", () => {
  it.each([
    ['{"abn": "51824753556",', "line 1, column 23"],
    ['{\n  "abn": "5",\n', "line 3, column 1"],
    ['{\n  "abn": "5"\n  "name": "x"\n}', "line 3, column 3"],
    ["{'abn': 1}", "line 1, column 2"],
    ['{"abn": 5,}', "line 1, column 11"],
    ['{"tags": [1, 2,]}', "line 1, column 16"],
    ['{"tags": [1}', "line 1, column 12"],
    ['{"a": [], "b": {}, "c": tru}', "line 1, column 25"],
    ['{"a": 01}', "line 1, column 7"],
    ['{"é😀": undefined}', "line 1, column 8"],
    ['{"a": "b\nc"}', "line 1, column 7"],
    ['{"a": "b\\x"}', "line 1, column 7"],
    ['{"a": 1} {"b": 2}', "line 1, column 10"],
    ['{"a"', "line 1, column 5"],
    [": 1", "line 1, column 1"],
    [`{"a": "${"x".repeat(250_000)}`, "line 1, column 7"]
  ])("%s", (text, place) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonMistake(text)).toBe(place)
  })
})
