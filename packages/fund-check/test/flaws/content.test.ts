/** Each flaw of these groups is found by the check that it names, and the sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"
import { content as sentences } from "../../src/fleet/content.ts"

const groups: ReadonlySet<string> = new Set(["schema", "register", "privacy", "errors"])

const all = flaws.filter(({ group }) => groups.has(group))

describe("a fund with a flaw", () => {
  for (const flaw of all) {
    const [first] = flaw.killedBy
    it.live(`${flaw.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ flaw }, { selection: [first] })
        assert.strictEqual(saidOf(report, first), sentences[flaw.name])
      })
    )
  }

  it("has its sentence in the table, which has no others", () => {
    assert.sameMembers(
      Object.keys(sentences),
      all.map(({ name }) => name)
    )
    for (const sentence of Object.values(sentences)) assert.match(sentence, /^(?:fail|warn): [A-Z].+\.$/)
  })
})
