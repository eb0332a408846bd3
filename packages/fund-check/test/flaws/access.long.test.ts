/** Correct funds that differ: no check of these groups fails or warns. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import { variants } from "@embedded-super/fund-simulator/variants"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"
import { access, waitsForKeys } from "./access.ts"
import { access as sentences } from "../../src/fleet/access.ts"

describe("a correct fund that differs", () => {
  for (const variant of variants) {
    it.live(variant.name, () =>
      Effect.gen(function* () {
        const { checks, findings } = yield* checking(
          { variant },
          { selection: access.map((group) => group.toUpperCase()), http: false }
        )
        assert.deepStrictEqual(findings, [])
        assert.deepStrictEqual(
          checks.filter(({ verdict }) => verdict === "error"),
          []
        )
      })
    )
  }
})

it.live(`${waitsForKeys} is found`, () =>
  Effect.gen(function* () {
    const flaw = flaws.find(({ name }) => name === waitsForKeys)!
    const report = yield* checking({ flaw }, { selection: [flaw.killedBy[0]] })
    assert.strictEqual(saidOf(report, flaw.killedBy[0]), sentences[flaw.name])
  })
)
