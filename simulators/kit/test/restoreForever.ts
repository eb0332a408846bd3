/** Alternates between two snapshots of two tallies until it is killed; prints a line each time. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import { DataFolder } from "../src/folder/DataFolder.ts"
import { State } from "../src/state/State.ts"
import { makeTally, ofNode, stateIn } from "./tally.ts"

const restore = Effect.gen(function* () {
  const tallies = [yield* makeTally("one"), yield* makeTally("two")]
  const { file } = yield* DataFolder
  const state = yield* State
  const copies = [
    { numbers: [1, 2, 3], copy: file("123.sqlite") },
    { numbers: [4, 5], copy: file("45.sqlite") }
  ]
  for (const { copy, numbers } of copies) {
    state.reset()
    for (const tally of tallies) for (const n of numbers) tally.add(n)
    yield* state.committed
    state.copyTo(copy)
  }
  for (let nth = 0; ; nth += 1) {
    state.restoreFrom(copies[nth % 2]!.copy)
    process.stdout.write(".\n")
    yield* Effect.yieldNow
  }
})

NodeRuntime.runMain(
  Effect.scoped(restore).pipe(Effect.provide(stateIn(process.argv[2]!)), Effect.provide(ofNode))
)
