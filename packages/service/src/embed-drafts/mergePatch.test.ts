import { assert, describe, it } from "@effect/vitest"
import { mergePatch } from "./mergePatch.ts"

describe("a merge patch", () => {
  it.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: "b" }, { a: "" }, { a: "" }],
    [{ a: ["b"] }, { a: ["c", "d"] }, { a: ["c", "d"] }],
    [{ a: { b: "c", d: "e" } }, { a: { b: "d", d: null } }, { a: { b: "d" } }],
    [{ a: "b" }, { a: { b: "c" } }, { a: { b: "c" } }],
    [null, { a: { b: "c", d: null } }, { a: { b: "c" } }],
    [{ a: { b: "c" }, e: "f" }, { a: { b: null } }, { e: "f" }],
    [{ a: { b: "c" } }, { a: null }, undefined],
    [null, { a: { b: null } }, undefined]
  ])("%j with %j", (target, patch, result) => {
    assert.deepStrictEqual(mergePatch(target, patch) as unknown, result)
  })

  it("leaves a document with a member named __proto__ as data", () => {
    const patch = JSON.parse('{ "__proto__": { "polluted": "yes" } }')
    mergePatch({}, patch)
    assert.notProperty({}, "polluted")
  })
})
