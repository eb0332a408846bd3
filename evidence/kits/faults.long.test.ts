/**
 * Each wrong server is found by the checks that its row names. The first says the row's finding; each other
 * fails or warns as its level demands.
 */
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it } from "vitest"
import { checkServers, type Ran } from "./checkServers.ts"
import { canStart, type SideName, sides } from "./sides.ts"

const MINUTE = 60_000
const SEED = 1

describe.each(Object.keys(sides) as ReadonlyArray<SideName>)(
  "the kit of each %s, against each fault",
  (name) => {
    const { kit, wrong } = sides[name]
    const servers = wrong.filter(canStart)
    const found = new Map<string, Ran["checks"]>()

    beforeAll(async () => {
      const rans = await Effect.runPromise(checkServers(servers, { kit, seed: SEED }))
      for (const { checks, server } of rans) found.set(server.name, checks)
    }, 60 * MINUTE)

    it.each(servers)("$name", ({ fault: { finding, killedBy, sentence }, name: server }) => {
      const results = killedBy.map((id) => found.get(server)?.find((check) => check.id === id))
      const said = results.map((result) => {
        const { cause, why, verdict } = result ?? {}
        return { ...result, says: `${verdict}: ${cause ?? why}`, verdict }
      })
      const [first, ...others] = said
      assert.strictEqual(first?.says, finding, `${sentence} ${killedBy[0]} has to name it.`)
      for (const { id, level, says, verdict } of others)
        assert.strictEqual(
          verdict,
          level === "MUST" ? "fail" : "warn",
          `${sentence} ${id} has to find it, too: ${says}`
        )
    })
  }
)
