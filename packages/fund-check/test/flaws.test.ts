/**
 * A flaw of most groups is found by the check that it names, and the sentence names the mistake. The kill matrix has all
 * flaws (`contract-tests/conformance`), also those that show by time, by chance, over TLS or in an upload.
 */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { sentences } from "../src/fleet/sentences.ts"
import { checking, saidOf } from "./fleet.ts"

const inEvidence = new Set(["tls", "limits", "list"])
const groups = new Set(flaws.map(({ group }) => group).filter((group) => !inEvidence.has(group)))
const samples = [...groups].map((group) => flaws.find((flaw) => flaw.group === group)!)

describe("a fund with a flaw", () => {
  for (const flaw of samples) {
    const [first] = flaw.killedBy
    it.live(`${flaw.name} is found by ${first}`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ flaw }, { selection: [first] })
        assert.strictEqual(saidOf(report, first), sentences[flaw.name])
      })
    )
  }
})
