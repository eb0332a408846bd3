import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

describe("the payroll simulator", () => {
  it.live("conforms", () =>
    Effect.gen(function* () {
      const { checks, findings, verdict } = yield* checkSimulator()
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(
        checks.filter(({ verdict }) => verdict === "error"),
        []
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
