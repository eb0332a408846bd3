import { describe, expect, it } from "vitest"
import { atLeast, atMost, noted } from "./Row.ts"

describe("a figure", () => {
  it("holds at its limit", () => {
    expect([atLeast("a ratio", 2, 2), atMost("a ratio", 2, 2)].map(({ pass }) => pass)).toEqual([true, true])
    expect([atLeast("a ratio", 1.9, 2), atMost("a ratio", 2.1, 2)].map(({ pass }) => pass)).toEqual([
      false,
      false
    ])
  })

  it.each([1 / 0, 0 / 0, -1 / 0])("of a ratio to nothing holds no limit: %s", (ratio) => {
    for (const figure of [atLeast("a ratio", ratio, 2), atMost("a ratio", ratio, 2)])
      expect(figure).toMatchObject({ figure: "not measured", pass: false })
    expect(noted("a ratio", ratio).figure).toBe("not measured")
  })
})
