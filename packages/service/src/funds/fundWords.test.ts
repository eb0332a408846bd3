import { describe, expect, it } from "vitest"
import { closest, mistakesIn } from "./fundWords.ts"

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
    expect(mistakesIn(query.split(" "), FUND) < Infinity).toBe(isFound)
  })
})

describe("of the funds that a misspelt word may mean, the closest are found", () => {
  const FUNDS = ["boroma super", "boronia super", "telopea super"]
  it.each([
    ["boronia", ["boronia super"], 0],
    ["boronnia", ["boronia super"], 1],
    ["borona", ["boroma super", "boronia super"], 1],
    ["supre", FUNDS, 1],
    ["banksia", [], 0]
  ])("%s: %j, with %i mistakes", (query, items, mistakes) => {
    expect(closest([query], FUNDS, (fund) => fund)).toEqual({ items, mistakes })
  })
})
