import { describe, expect, it } from "vitest"
import { hasNearWords } from "./nearWords.ts"

const FUND = "acacia super acacia mysuper 60905115063 sta0100au"

describe("a fund is found by a misspelt word", () => {
  it.each([
    ["acacia", true],
    ["accacia", true],
    ["acaccia", true],
    ["accac", true],
    ["acaica", true],
    ["akacia", true],
    ["acacia suuper", true],
    ["supre", true],
    ["banksia", false],
    ["acacia banksia", false],
    ["aca", true],
    ["acx", false],
    ["60905115064", false],
    ["sta0100av", false]
  ])("%s: %s", (query, isFound) => {
    expect(hasNearWords(query.split(" "), FUND)).toBe(isFound)
  })
})
