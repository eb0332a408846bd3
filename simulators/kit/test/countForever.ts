/** Counts until it is killed, and prints each number once it is committed. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import { makeTally, ofNode, stateIn } from "./tally.ts"

const count = Effect.gen(function* () {
  const tally = yield* makeTally()
  yield* Effect.forever(
    Effect.forEach(
      [1, 2, 3, 4],
      () => Effect.flatMap(tally.countOn, (n) => Effect.sync(() => process.stdout.write(`${n}\n`))),
      { concurrency: "unbounded" }
    )
  )
})

NodeRuntime.runMain(
  Effect.scoped(count).pipe(Effect.provide(stateIn(process.argv[2]!)), Effect.provide(ofNode))
)
