import { describe, expect, it } from "vitest"
import { duplicateMember, jsonMistake } from "../src/json.ts"

describe("the first member that an object has twice", () => {
  it.each([
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"a":2}', ["a"]],
    ['{"a":1,"b":2,"c":3,"a":4}', ["a"]],
    ['{"a":{"a":1},"b":{"a":1}}', undefined],
    ['{"a":{"b":1,"c":[{"d":1},{"d":1,"d":1}]}}', ["a", "c", 1, "d"]],
    ['{"a":[1,2,[3,{"x":1,"x":1}]]}', ["a", 2, 1, "x"]],
    ['{"a":"\\"a\\":1,","b":"{\\"a\\":1,\\"a\\":1}"}', undefined],
    ['{"a":"\\\\","a":1}', ["a"]],
    ['{"a\\"":1,"a":1}', undefined],
    ['{"ab":1,"\\u0061b":1}', ["ab"]],
    ['{"":1,"":2}', [""]],
    ['{"__proto__":1,"constructor":2}', undefined],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
    [' { "a" : 1 ,\n "a" : 2 } ', ["a"]],
    ['["a","a"]', undefined],
    ['{"a":"a","b":"a"}', undefined],
    ['{"a":{},"b":[],"a":1}', ["a"]],
    ['"a"', undefined],
    ["", undefined],
    ['{"a', undefined],
    ['{"a\\', undefined],
    ["}]}", undefined],
    ["[".repeat(100_000), undefined],
    ['{"a":'.repeat(50_000), undefined]
  ])("%j", (text, want) => {
    expect(duplicateMember(text)).toEqual(want)
  })
})

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
