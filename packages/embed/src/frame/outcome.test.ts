import { expect, it, vi } from "vitest"
import { type Answer, outcomeOf, type Outcome, withRetries } from "./outcome.ts"
import type { BannerMessage } from "./state.ts"

const answer = (status: number, body: unknown = {}, retryAfter: string | null = null): Answer => ({
  status,
  body,
  retryAfter
})

it.each([
  ["data", answer(200, { data: 7 }), { is: "answered", data: 7 }],
  [
    "mistakes, without the service's own sentences",
    answer(422, {
      code: "validation_failed",
      errors: [{ in: "body", pointer: "#/abn", code: "required", detail: "-" }]
    }),
    { is: "invalid", errors: [{ pointer: "#/abn", code: "required" }] }
  ],
  ["a rule", answer(409, { code: "match_not_open" }), { is: "conflict", code: "match_not_open" }],
  [
    "a newer view",
    answer(412, { code: "view_changed", view: { revision: 2 } }),
    { is: "changed", view: { revision: 2 } }
  ],
  ["an ended token", answer(401, { code: "unauthenticated" }), { is: "ended", code: "unauthenticated" }],
  ["a wait", answer(429, {}, "12"), { is: "tooFast", seconds: 12 }],
  ["a wait of unknown length", answer(429, {}, "soon"), { is: "tooFast", seconds: 5 }],
  ["a failure", answer(503, { request_id: "r-1" }), { is: "failed", requestId: "r-1" }],
  ["a failure of something between", answer(502, null), { is: "failed", requestId: undefined }]
])("%s", (_title, given, expected) => {
  expect(outcomeOf(given)).toEqual(expected)
})

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
