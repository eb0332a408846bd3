import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import process from "node:process"
import { temporary } from "./counterProgram.ts"
import { both } from "./tally.ts"
import { restoreUntilKilled } from "./killedPrograms.ts"

/** The number of kills during a restoration: a few in every run, more with RESTORE_KILLS=100. */
const RESTORE_KILLS = Number(process.env["RESTORE_KILLS"] ?? 4)

layer(NodeServices.layer)("restoring a kept state", (it) => {
  it.effect(
    "is whole or not at all, whenever it is killed",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const found = new Set<string>()
      for (let nth = 0; nth < RESTORE_KILLS; nth += 1) {
        yield* restoreUntilKilled(folder, 3 + nth)
        const states = yield* both(folder)
        assert.deepStrictEqual(states[0], states[1])
        found.add(states[0].join())
      }
      for (const kept of found) assert.include(["1,2,3", "4,5"], kept)
    }),
    120_000 + RESTORE_KILLS * 5_000
  )
})
