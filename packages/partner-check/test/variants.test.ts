/** Correct partners that differ as far as the description allows: no check condemns one. */
import { assert, describe, it } from "@effect/vitest"
import { variants } from "@embedded-super/partner-simulator/variants"
import * as Effect from "effect/Effect"
import { groups } from "../src/index.ts"
import { checkSimulator } from "./simulatedPartner.ts"

/** A burst says nothing of a partner that differs in single answers. */
const withoutBurst = groups.map(({ name }) => name).filter((name) => name !== "BURST")

describe("a correct partner that differs", () => {
  it("is one of at least five", () => assert.isAtLeast(variants.length, 5))

  it.live.each(variants.map(({ name }) => name))("%s conforms", (name) =>
    Effect.gen(function* () {
      const variant = variants.find((each) => each.name === name)!
      const names = name === "limits-a-burst" ? ["BURST"] : withoutBurst
      const { checks, findings, verdict } = yield* checkSimulator({ variant }, names)
      assert.deepStrictEqual(findings, [])
      assert.notInclude(
        checks.map((check) => check.verdict),
        "error"
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
