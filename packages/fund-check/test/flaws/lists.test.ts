/** Each flaw of a list is found by the check that it names; a list without one fails none. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { saidOf } from "../fleet.ts"
import { uploading } from "../uploading.ts"
import { sentenceOf } from "./lists.table.ts"

describe.concurrent("a fund that uploads a list", () => {
  for (const flaw of flaws.filter(({ group }) => group === "list")) {
    it.live(`with ${flaw.name} fails ${flaw.killedBy[0]}`, () =>
      Effect.gen(function* () {
        const report = yield* uploading({ flaw }, ["LIST"])
        assert.strictEqual(saidOf(report, flaw.killedBy[0]), sentenceOf(flaw.name))
      })
    )
  }

  it.live("without a flaw conforms", () =>
    Effect.gen(function* () {
      const report = yield* uploading({}, ["LIST"])
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.verdict, "conforms")
    })
  )
})
