/** No check of these groups fails, or warns, about a correct fund, however it differs. */
import { assert, describe, it } from "@effect/vitest"
import { variants } from "@embedded-super/fund-simulator/variants"
import * as Effect from "effect/Effect"
import { checking } from "../fleet.ts"

const selection = ["SCHEMA", "REGISTER", "PRIVACY", "ERRORS"]

describe("a correct fund", () => {
  for (const variant of variants) {
    it.live(`${variant.name} isn't condemned`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ variant }, { selection })
        assert.deepStrictEqual(report.findings, [])
        assert.strictEqual(report.counts.error, 0)
        assert.isAbove(report.counts.pass, 40)
      })
    )
  }
})
