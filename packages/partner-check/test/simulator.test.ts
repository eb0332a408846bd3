import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

describe("the payroll simulator", () => {
  it.live("conforms, without a warning", () =>
    Effect.gen(function* () {
      const { checks, findings, verdict } = yield* checkSimulator()
      assert.deepStrictEqual(findings, [])
      assert.notInclude(
        checks.map((check) => check.verdict),
        "error"
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
