import { expect, it, vi } from "vitest"
import type { Outcome } from "./outcome.ts"
import { withPatience } from "./patience.ts"
import type { Strip } from "./state.ts"

const answered: Outcome<string> = { is: "answered", data: "view" }

it("says why it waits, and no longer once there is an answer", async () => {
  vi.useFakeTimers()
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("removeEventListener", () => {})
  const outcomes: Array<Outcome<string>> = [{ is: "unreachable" }, { is: "tooFast", seconds: 7 }, answered]
  const strips: Array<Strip | undefined> = []
  const made = withPatience(
    () => Promise.resolve(outcomes.shift()!),
    (strip) => strips.push(strip)
  )
  await vi.advanceTimersByTimeAsync(8000)
  expect(await made).toEqual(answered)
  expect(strips).toEqual([{ is: "offline" }, { is: "tooFast", seconds: 7 }, undefined])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("says nothing if it needn't wait", async () => {
  const strips: Array<Strip | undefined> = []
  await withPatience(
    () => Promise.resolve(answered),
    (strip) => strips.push(strip)
  )
  expect(strips).toEqual([])
})
