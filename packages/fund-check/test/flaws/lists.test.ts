/** Each flaw of a list is found by the check that it names; a list without one fails none. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { lists } from "../../src/fleet/lists.ts"
import { checking, saidOf } from "../fleet.ts"

const uploaded = { selection: ["LIST"], uploads: true }

describe.concurrent("a fund that uploads a list", () => {
  for (const flaw of flaws.filter(({ group }) => group === "list")) {
    it.live(`with ${flaw.name} fails ${flaw.killedBy[0]}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ flaw }, uploaded)
        assert.strictEqual(saidOf(report, flaw.killedBy[0]), lists[flaw.name])
      })
    )
  }

  it.live("without a flaw conforms", () =>
    Effect.gen(function* () {
      const report = yield* checking({}, uploaded)
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.verdict, "conforms")
    })
  )
})
