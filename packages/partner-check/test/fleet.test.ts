/** The fleet of partners with one mistake each: the checks that a flaw names find it, and the sentence names the mistake. */
import { assert, describe, it } from "@effect/vitest"
import { flaws } from "@embedded-super/partner-simulator/flaws"
import * as Effect from "effect/Effect"
import { sentences } from "../src/fleet/sentences.ts"
import { groups } from "../src/index.ts"
import { checkSimulator } from "./simulatedPartner.ts"

/** A flaw that never answers or calls back is waited for so long. */
const patience = { answer_within_ms: 3000, call_back_within_ms: 4000 }

/** Most of them make the kit wait; a burst measures the machine if others run beside it. */
const atOnce = (group: string): number => (group === "burst" ? 1 : 6)

const names = [...new Set(flaws.map(({ group }) => group))]

describe("the fleet of wrong partners", () => {
  it("has at least forty, each with a sentence, in every group of checks", () => {
    assert.isAtLeast(flaws.length, 40)
    assert.sameMembers(
      flaws.map(({ name }) => name),
      Object.keys(sentences)
    )
    assert.sameMembers(
      names.map((name) => name.toUpperCase()),
      groups.map(({ name }) => name)
    )
  })

  it.live.each(names)("%s: each is found", (group) =>
    Effect.forEach(
      flaws.filter((flaw) => flaw.group === group),
      (flaw) =>
        Effect.gen(function* () {
          const { checks } = yield* checkSimulator({ flaw }, flaw.killedBy, patience)
          const found = checks.find(({ id }) => id === flaw.killedBy[0])
          assert.strictEqual(found?.cause, sentences[flaw.name], flaw.name)
          for (const { id, level, verdict } of checks)
            assert.strictEqual(verdict, level === "MUST" ? "fail" : "warn", `${flaw.name}: ${id}`)
        }),
      { concurrency: atOnce(group), discard: true }
    )
  )
})
