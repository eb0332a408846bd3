/** A pause of the receiver's machine neither condemns a correct partner nor hides a wrong one. */
import { assert, describe, it } from "@effect/vitest"
import type { OtherPartner } from "@embedded-super/partner-simulator/flaws"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

/** Longer than the kit keeps a call back waiting. */
const pause = () => new Promise((passed) => setTimeout(passed, 700))

const pausing = (deliveries: number): OtherPartner => ({
  name: "pauses",
  sentence: `Answers its first ${deliveries} deliveries late, and calls back at once.`,
  play: () => {
    let left = deliveries
    return {
      exchange: async (call, serve) => {
        const reply = await serve(call)
        if (call.url === "/webhooks" && left-- > 0) await pause()
        return reply
      }
    }
  }
})

describe("ANSWER-2.1-3", () => {
  it.live.each([
    { deliveries: 0, verdict: "pass" },
    { deliveries: 1, verdict: "pass" },
    { deliveries: 2, verdict: "pass" },
    { deliveries: 1000, verdict: "warn" }
  ])("a receiver whose first $deliveries answers are late: $verdict", ({ deliveries, verdict }) =>
    Effect.gen(function* () {
      const { checks } = yield* checkSimulator({ flaw: pausing(deliveries) }, ["ANSWER-2.1-3"])
      assert.deepStrictEqual(
        checks.map((check) => check.verdict),
        [verdict]
      )
    })
  )
})

/** Calls again at once after 503, but for one pause. */
const storm: OtherPartner = {
  name: "storm",
  sentence: "Calls again at once after 503, five times.",
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, {
        ...options,
        fetch: async (url, init) => {
          let answer = await options.fetch(url, init)
          for (let times = 0; times < 5 && answer.status === 503; times++) {
            if (times === 2) await pause()
            answer = await options.fetch(url, init)
          }
          return answer
        }
      })
  })
}

describe("CALLBACK-4.1-15", () => {
  it.live("finds a storm with a pause in it", () =>
    Effect.gen(function* () {
      const { checks } = yield* checkSimulator({ flaw: storm }, ["CALLBACK-4.1-15"])
      assert.deepStrictEqual(
        checks.map((check) => check.verdict),
        ["warn"]
      )
    })
  )
})
