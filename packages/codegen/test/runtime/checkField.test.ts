import { describe, expect, it } from "vitest"
import { checkField, type FieldRule } from "../../src/runtime/checkField.ts"

const abn: FieldRule = { min: 11, max: 14, pattern: "^[1-9][0-9 ]+$", check: "abn-input" }
const age: FieldRule = { type: "integer", min: 13, max: 100 }

/** [what, rule, value, want]. The rules of the embed API are compared with its schemas in the service's tests. */
const table: ReadonlyArray<readonly [string, FieldRule, unknown, string | undefined]> = [
  ["an optional field that is left out", abn, undefined, undefined],
  ["a required field that is left out", { ...abn, required: true }, undefined, "required"],
  ["an empty text of a required field", { ...abn, required: true }, "", "required"],
  ["an empty text of an optional field", abn, "", "too_short"],
  ["an empty text that a required field allows", { required: true, max: 5 }, "", undefined],
  ["an empty text as a required list", { type: "list", required: true }, "", "wrong_type"],
  ["an empty text as a required choice", { enum: ["a"], required: true }, "", "required"],
  ["null", abn, null, "wrong_type"],
  ["null where it is allowed", { ...abn, nullable: true }, null, undefined],
  [
    "null of a required field where it is allowed",
    { ...abn, nullable: true, required: true },
    null,
    undefined
  ],
  ["a text that is too short before its form", abn, "x", "too_short"],
  ["a text that is too long before its form", abn, "x".repeat(15), "too_long"],
  ["letters of two UTF-16 units", { max: 2 }, "😀😀", undefined],
  ["the form before the checksum", abn, "51824753557x", "invalid_format"],
  ["the checksum", abn, "51824753557", "invalid_checksum"],
  ["a right text", abn, "51 824 753 556", undefined],
  ["a number in place of a text", abn, 51824753556, "wrong_type"],
  ["a choice", { enum: ["a", true] }, true, undefined],
  ["no choice", { enum: ["a", true] }, "b", "not_allowed"],
  ["a whole number", age, 13, undefined],
  ["a number that is too small", age, 12, "too_small"],
  ["a number that is too large", age, 101, "too_large"],
  ["a fraction", age, 13.5, "wrong_type"],
  ["a number beyond the safe ones", { type: "integer" }, 2 ** 53, "wrong_type"],
  ["a fraction where it is allowed", { type: "number", min: 0 }, 0.5, undefined],
  ["NaN", { type: "number" }, Number.NaN, "wrong_type"],
  ["true or false", { type: "boolean" }, false, undefined],
  ["a text in place of true", { type: "boolean" }, "true", "wrong_type"],
  ["a list with too few items", { type: "list", min: 1 }, [], "too_few"],
  ["a list with too many items", { type: "list", max: 1 }, [1, 2], "too_many"],
  ["an object in place of a list", { type: "list" }, {}, "wrong_type"],
  ["an object", { type: "object" }, {}, undefined],
  ["an object with too few properties", { type: "object", min: 1 }, {}, "too_few"],
  ["a list in place of an object", { type: "object" }, [], "wrong_type"],
  ["null in place of an object", { type: "object" }, null, "wrong_type"]
]

describe("checkField", () => {
  it.each(table)("%s", (_, rule, value, want) => {
    expect(checkField(rule, value)).toBe(want)
  })
})
