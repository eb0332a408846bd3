import { expect, it } from "vitest"
import { clockOf, dayOf, gapBetween, lengthOf } from "./times.ts"

it("times are those of a zone, as people read them", () => {
  expect(clockOf("2026-11-21T03:05:31.250Z", "UTC")).toBe("03:05:31")
  expect(clockOf("2026-11-21T03:05:31.250Z", "Australia/Sydney")).toBe("14:05:31")
  expect(clockOf("2026-11-21T00:05:31.250Z", "UTC")).toBe("00:05:31")
  expect(dayOf("2026-11-20T23:05:31.250Z", "Australia/Sydney")).toBe("Sat, 21 Nov 2026")
})

it.each([
  [0, "0 ms"],
  [6, "6 ms"],
  [999, "1 s"],
  [4000, "4 s"],
  [60_000, "1 min"],
  [125_000, "2 min 5 s"],
  [3_600_000, "1 h"],
  [432_000_000, "5 d"],
  [442_800_000, "5 d 3 h"]
])("%d ms are %s", (milliseconds, text) => expect(lengthOf(milliseconds)).toBe(text))

it("a gap is shown from one second on", () => {
  expect(gapBetween("2026-11-21T03:05:31.000Z", "2026-11-21T03:05:35.000Z")).toBe("+4 s")
  expect(gapBetween("2026-11-21T03:05:31.000Z", "2026-11-21T03:05:31.999Z")).toBeUndefined()
  expect(gapBetween("2026-11-21T03:05:31.000Z", "2026-11-21T03:05:20.000Z")).toBeUndefined()
})
