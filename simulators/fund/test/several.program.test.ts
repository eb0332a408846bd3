import * as NodeServices from "@effect/platform-node/NodeServices"
import { askAt } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { temporary } from "./fundProgram.ts"
import { membersOf, register, runFunds } from "./severalFunds.ts"

// Keys, tokens and a kill: several.long.test.ts.
layer(NodeServices.layer)("several funds in one process", (it) => {
  it.effect(
    "a reset of one leaves the others as they are",
    Effect.fnUntraced(function* () {
      const { funds } = yield* runFunds(yield* temporary, "api-key", "files")
      yield* Effect.forEach(funds, (fund) => register(fund, {}, "one@example.com"))
      yield* askAt(funds[0]!.url, { method: "POST", path: "/_simulator/reset" })
      assert.deepStrictEqual(yield* Effect.forEach(funds, membersOf), [0, 1])
    })
  )
})
