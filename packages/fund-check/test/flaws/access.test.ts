/** Each flaw of these groups is found by the check that it names, and the sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { type Flaw, flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking, saidOf } from "../fleet.ts"
import { access as sentences } from "../../src/fleet/access.ts"

/** The groups of checks about access, transport and the two smaller operations. */
const access: ReadonlyArray<string> = ["auth", "tls", "transport", "lookup", "details", "limits", "version"]

/** The flaw whose check waits for half a minute, as long as libraries keep a JWKS: the kill matrix has it. */
const waitsForKeys = "keys-never-renewed"

const all = flaws.filter(({ group }) => access.includes(group))

/** Their checks wait for the fund, which leaves time for others. */
const waiting: ReadonlySet<string> = new Set(["slow-lookup", "never-answered", "answer-never-ends"])

const isFound = (flaw: Flaw): void => {
  const [first] = flaw.killedBy
  it.live(`${flaw.name} is found by ${first}`, () =>
    Effect.gen(function* () {
      const isHttps = flaw.group === "tls" || flaw.options?.fund === "grevillea"
      const report = yield* checking({ flaw }, { selection: [first], http: !isHttps })
      assert.strictEqual(saidOf(report, first), sentences[flaw.name])
    })
  )
}

describe.concurrent("a fund that makes the kit wait", () => {
  for (const flaw of all.filter(({ name }) => waiting.has(name))) isFound(flaw)
})

describe("a fund with a flaw", () => {
  for (const flaw of all.filter(({ name }) => name !== waitsForKeys && !waiting.has(name))) isFound(flaw)

  it("has its sentence in the table, which has no other", () => {
    assert.deepStrictEqual(Object.keys(sentences).toSorted(), all.map(({ name }) => name).toSorted())
    for (const sentence of Object.values(sentences)) assert.match(sentence, /^(?:fail|warn): [A-Z].+\.$/)
  })
})
