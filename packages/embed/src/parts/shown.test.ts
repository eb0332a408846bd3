import { describe, expect, it } from "vitest"
import { shownBsb, shownPhone } from "./shown.ts"

describe("phone numbers", () => {
  it.each([
    ["+61491570006", "0491 570 006"],
    ["+61255500000", "02 5550 0000"],
    ["+6421555000", "+6421555000"]
  ])("shows %s as %s", (number, shown) => {
    expect(shownPhone(number)).toBe(shown)
  })
})

it("shows a BSB as banks write it, and leaves what isn't one", () => {
  expect(shownBsb("062000")).toBe("062-000")
  expect(shownBsb("06200")).toBe("06200")
})
