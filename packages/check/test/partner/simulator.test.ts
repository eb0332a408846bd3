/** The payroll simulator conforms to the checks of these groups. All checks, in twenty runs: `evidence/kits`. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

it.live("the payroll simulator conforms, without a warning", () =>
  Effect.gen(function* () {
    const { checks, findings, verdict } = yield* checkSimulator({}, [
      "SIGNATURE",
      "ROTATION",
      "UNKNOWN",
      "PRIVACY"
    ])
    assert.deepStrictEqual(findings, [])
    assert.notInclude(
      checks.map((check) => check.verdict),
      "error"
    )
    assert.strictEqual(verdict, "conforms")
  })
)
