import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

describe("the payroll simulator", () => {
  it.live("conforms, without a warning", () =>
    Effect.gen(function* () {
      const { checks, ended_at, findings, started_at, verdict } = yield* checkSimulator()
      assert.deepStrictEqual(findings, [])
      assert.notInclude(
        checks.map((check) => check.verdict),
        "error"
      )
      assert.strictEqual(verdict, "conforms")
      const took = Date.parse(ended_at) - Date.parse(started_at)
      console.log(`partner-check: ${checks.length} checks in ${(took / 1000).toFixed(1)} s`)
    })
  )
})
