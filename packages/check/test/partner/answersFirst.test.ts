/** A receiver that pauses while a call back waits isn't one that waits for its calls back. */
import { assert, describe, it } from "@effect/vitest"
import type { OtherPartner } from "@embedded-super/partner-simulator/flaws"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

/** Longer than the kit keeps a call back waiting. */
const PAUSE_MS = 700

const pausing = (deliveries: number): OtherPartner => ({
  name: "pauses",
  sentence: `Answers its first ${deliveries} deliveries late, and calls back at once.`,
  play: () => {
    let left = deliveries
    return {
      exchange: async (call, serve) => {
        const reply = await serve(call)
        if (call.url === "/webhooks" && left-- > 0)
          await new Promise((passed) => setTimeout(passed, PAUSE_MS))
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
