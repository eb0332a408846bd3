import { expect, it } from "vitest"
import { pauseBefore } from "./context.ts"

it.each([
  [0, 0, 1],
  [1, 1, 2],
  [2, 3, 3],
  [3, 6, 5],
  [4, 11, 15],
  [23, 296, 15],
  [24, 311, 60]
])("poll %i, after %i seconds of waiting, comes after %i more", (polls, waited, pause) => {
  expect(pauseBefore(polls, waited)).toBe(pause)
})
