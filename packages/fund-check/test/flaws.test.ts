/**
 * One flaw of each group is found by the check that it names, and the sentence names the mistake. The kill matrix has all of
 * them: `contract-tests/conformance`.
 */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { sentences } from "../src/fleet/sentences.ts"
import { checking, saidOf } from "./fleet.ts"

const groups = new Set(flaws.map(({ group }) => group))
const samples = [...groups].map((group) => flaws.find((flaw) => flaw.group === group)!)

describe.concurrent("a fund with a flaw", () => {
  for (const flaw of samples) {
    const [first] = flaw.killedBy
    it.live(`${flaw.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const isHttps = flaw.group === "tls" || flaw.options?.fund === "grevillea"
        const options = { selection: [first], http: !isHttps, uploads: flaw.group === "list" }
        const report = yield* checking({ flaw }, options)
        assert.strictEqual(saidOf(report, first), sentences[flaw.name])
      })
    )
  }
})

describe("a fund that uploads a list", () => {
  it.live("without a flaw conforms", () =>
    Effect.gen(function* () {
      const report = yield* checking({}, { selection: ["LIST"], uploads: true })
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.verdict, "conforms")
    })
  )
})
