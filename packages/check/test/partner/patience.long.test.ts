/** Partners that make a refused call again later than the kit waits: that is no mistake. */
import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { faults } from "@embedded-super/partner-simulator/faults"
import { pausingAllCalls, tryingAgainAfter } from "@embedded-super/partner-simulator/variants"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

/** The checks that refuse a call, and want it to be made again. */
const refusing = ["CALLBACK-4.1-11", "DUPLICATE-3-4", "DUPLICATE-3-5"]

const whysOf = ({ checks }: CheckReport) =>
  checks.map(({ id, verdict, why }) => `${id} ${verdict}${why === undefined ? "" : `: ${why}`}`)

const unjudged =
  "not_observed: The call isn't made again within 5 seconds. If your software makes it later, set call_back_within_ms to the longest time that this takes."

describe("a call back that was refused", { timeout: 240_000 }, () => {
  it.live("may come again later, if the settings don't say how soon", () =>
    Effect.gen(function* () {
      const late = yield* checkSimulator({ variant: tryingAgainAfter(7) }, refusing)
      assert.deepStrictEqual(
        whysOf(late),
        refusing.map((id) => `${id} ${unjudged}`)
      )
    })
  )

  it.live("is waited for as long as the settings say", () =>
    Effect.gen(function* () {
      const waited = yield* checkSimulator(
        { variant: tryingAgainAfter(7) },
        ["CALLBACK-4.1-11", "DUPLICATE-3-5"],
        { call_back_within_ms: 15_000 }
      )
      assert.deepStrictEqual(whysOf(waited), ["CALLBACK-4.1-11 pass", "DUPLICATE-3-5 pass"])
    })
  )

  it.live("has to come within the time that the settings say", () =>
    Effect.gen(function* () {
      const fault = faults.find(({ name }) => name === "gives-up-on-429")!
      const never = yield* checkSimulator({ fault }, [refusing[0]!], { call_back_within_ms: 1500 })
      assert.deepStrictEqual(whysOf(never), ["CALLBACK-4.1-11 warn"])
    })
  )

  it.live("may make the receiver pause all its calls", () =>
    Effect.gen(function* () {
      const { checks, verdict } = yield* checkSimulator({ variant: pausingAllCalls(6) }, [
        "CALLBACK",
        "ORDER",
        "DUPLICATE"
      ])
      assert.deepStrictEqual(
        checks.filter((check) => ["fail", "warn", "error"].includes(check.verdict)),
        []
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
