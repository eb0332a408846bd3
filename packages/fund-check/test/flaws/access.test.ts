/** Each flaw of these groups is found by the check that it names, and the sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"
import { access, waitsForKeys } from "./access.ts"
import { access as sentences } from "../../src/fleet/access.ts"

const all = flaws.filter(({ group }) => access.includes(group))

describe("a fund with a flaw", () => {
  for (const flaw of all.filter(({ name }) => name !== waitsForKeys)) {
    const [first] = flaw.killedBy
    it.live(`${flaw.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const isHttps = flaw.group === "tls" || flaw.options?.fund === "grevillea"
        const report = yield* checking({ flaw }, { selection: [first], http: !isHttps })
        assert.strictEqual(saidOf(report, first), sentences[flaw.name])
      })
    )
  }

  it("has its sentence in the table, which has no other", () => {
    assert.deepStrictEqual(Object.keys(sentences).toSorted(), all.map(({ name }) => name).toSorted())
    for (const sentence of Object.values(sentences)) assert.match(sentence, /^(?:fail|warn): [A-Z].+\.$/)
  })
})

describe("a fund without a flaw", () => {
  it.live("passes all checks of these groups", () =>
    Effect.gen(function* () {
      const { checks, findings } = yield* checking(
        {},
        { selection: access.map((group) => group.toUpperCase()), http: false }
      )
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(
        checks.filter(({ verdict }) => verdict === "error"),
        []
      )
    })
  )
})
