import { expect, it, vi } from "vitest"
import type { Outcome } from "./outcome.ts"
import { withRetries } from "./retries.ts"
import type { BannerMessage } from "./state.ts"

const answered: Outcome<string> = { is: "answered", data: "view" }

it("says why it waits, and no longer once there is an answer", async () => {
  vi.useFakeTimers()
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("removeEventListener", () => {})
  const outcomes: Array<Outcome<string>> = [{ is: "unreachable" }, { is: "tooFast", seconds: 7 }, answered]
  const banners: Array<BannerMessage | undefined> = []
  const made = withRetries(
    () => Promise.resolve(outcomes.shift()!),
    (banner) => banners.push(banner)
  )
  await vi.advanceTimersByTimeAsync(8000)
  expect(await made).toEqual(answered)
  expect(banners).toEqual([{ is: "offline" }, { is: "tooFast", seconds: 7 }, undefined])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("says nothing if it needn't wait", async () => {
  const banners: Array<BannerMessage | undefined> = []
  await withRetries(
    () => Promise.resolve(answered),
    (banner) => banners.push(banner)
  )
  expect(banners).toEqual([])
})
