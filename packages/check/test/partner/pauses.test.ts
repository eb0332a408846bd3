/** A pause of the receiver's machine neither condemns a correct partner nor hides a wrong one. */
import { assert, describe, it } from "@effect/vitest"
import type { Hooks } from "@embedded-super/partner-simulator/faults"
import * as Effect from "effect/Effect"
import { areEarly } from "../../src/partner/checks/callback/retries.ts"
import { checkSimulator } from "./simulatedPartner.ts"

/** Answers its first delivery later than the kit keeps a call back waiting, and calls back at once. */
const pausesOnce = (): Hooks => {
  let isFirst = true
  return {
    exchange: async (call, serve) => {
      const reply = await serve(call)
      if (call.url === "/webhooks" && isFirst) {
        isFirst = false
        await new Promise((passed) => setTimeout(passed, 700))
      }
      return reply
    }
  }
}

/** Answers a delivery when the call back about it has been answered, however long that takes. */
const waits = (): Hooks => {
  let work = Promise.withResolvers<void>()
  return {
    exchange: async (call, serve) => {
      if (call.url === "/webhooks") work = Promise.withResolvers<void>()
      const { promise } = work
      const reply = await serve(call)
      if (call.url === "/webhooks") await promise
      return reply
    },
    entity: async (payload, options, fetchEntity) => {
      const { resolve } = work
      try {
        return await fetchEntity(payload, options)
      } finally {
        resolve()
      }
    }
  }
}

describe("ANSWER-2.1-3", () => {
  it.live.each([
    { name: "pauses once", play: pausesOnce, verdict: "pass" },
    { name: "waits for its calls back", play: waits, verdict: "warn" }
  ])("a receiver that $name: $verdict", ({ name, play, verdict }) =>
    Effect.gen(function* () {
      const { checks } = yield* checkSimulator({ fault: { name, sentence: name, play } }, ["ANSWER-2.1-3"])
      assert.deepStrictEqual(
        checks.map((check) => check.verdict),
        [verdict]
      )
    })
  )
})

/** Calls of ten milliseconds, so many milliseconds after one another. */
const callsAfter = (...gaps: ReadonlyArray<number>) => {
  let endedAt = 0
  return [0, ...gaps].map((gap) => {
    const beganAt = endedAt + gap
    endedAt = beganAt + 10
    return { beganAt, endedAt }
  })
}

describe("CALLBACK-4.1-15", () => {
  it.each([
    { gaps: [1, 1, 1, 1], early: true },
    { gaps: [1, 400, 1, 1], early: true },
    { gaps: [100, 200, 400, 800], early: false },
    { gaps: [1000], early: false }
  ])("calls that follow one another after $gaps ms are early: $early", ({ early, gaps }) => {
    assert.strictEqual(areEarly(callsAfter(...gaps)), early)
  })
})
