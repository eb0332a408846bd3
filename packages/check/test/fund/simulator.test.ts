/** The simulator conforms to one check of each group, or two. All checks, flows and seeds: `evidence/kits`. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checking } from "./checking.ts"

const selection = [
  ...["VERSION", "DETAILS-4.2-1", "PRIVACY-2.3-1"],
  ...["AUTH-7-1", "LOOKUP-2.5-6", "REGISTER-2.3-1", "SCHEMA-7-1", "ERRORS-7-1", "TRANSPORT-4.2-1"]
]

it.live("the fund simulator conforms", () =>
  Effect.gen(function* () {
    const { checks, findings, verdict } = yield* checking({}, { selection })
    assert.deepStrictEqual(findings, [])
    assert.deepStrictEqual(
      checks.filter((check) => check.verdict !== "pass"),
      []
    )
    assert.strictEqual(verdict, "conforms")
  })
)
