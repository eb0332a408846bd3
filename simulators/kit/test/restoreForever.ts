/** Goes back and forth between two kept states of two tallies until it is killed; prints a line each time. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { DataFolder } from "../src/index.ts"
import { replaceStates } from "../src/folder/replaceStates.ts"
import { makeTally } from "./tally.ts"

const restore = Effect.gen(function* () {
  yield* makeTally(50, "one")
  yield* makeTally(50, "two")
  const folder = yield* DataFolder
  for (let nth = 0; ; nth += 1) {
    const kept = nth % 2 === 0 ? [1, 2, 3] : [4, 5]
    replaceStates(folder.file, yield* Effect.forEach(folder.states, (state) => state.restore(kept)))
    process.stdout.write(".\n")
    yield* Effect.yieldNow
  }
})

NodeRuntime.runMain(
  Effect.scoped(restore).pipe(
    Effect.provide(DataFolder.layer(process.argv[2]!)),
    Effect.provide(NodeServices.layer)
  )
)
