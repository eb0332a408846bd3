/** Each flaw of these groups is found by the check that it names, and the sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"
import { sentences } from "./access.table.ts"
import { isSlow } from "./slow.ts"

const groups: ReadonlyArray<string> = ["auth", "tls", "transport", "lookup", "details", "limits"]

const all = flaws.filter(({ group }) => groups.includes(group))

describe("a fund with a flaw", () => {
  for (const flaw of all.filter((each) => !isSlow(each))) {
    const [first] = flaw.killedBy
    it.live(`${flaw.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ flaw }, { selection: [first], http: flaw.group !== "tls" })
        assert.strictEqual(saidOf(report, first), sentences[flaw.name])
      })
    )
  }

  it("has its sentence in the table, which has no other", () => {
    assert.deepStrictEqual(Object.keys(sentences).toSorted(), all.map(({ name }) => name).toSorted())
    for (const sentence of Object.values(sentences)) assert.match(sentence, /^(?:fail|warn): [A-Z].+\.$/)
  })
})
