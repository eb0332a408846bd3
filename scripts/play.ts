import * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { makeWorld } from "./chaos/world/World.ts"
import { points } from "./chaos/rows/kill/points.ts"
import { killAt } from "./chaos/rows/kill/killAt.ts"
const t0 = performance.now()
const say = (x: string) => Effect.sync(() => console.log(((performance.now() - t0) / 1000).toFixed(2), x))
Effect.gen(function* () {
  const world = yield* makeWorld()
  yield* say("world")
  const seed = Number(process.argv[3] ?? 1)
  const receiver = yield* world.receiver("kill", seed)
  for (const name of process.argv[2]!.split(",")) {
    const point = points.find((p) => p.name === name)!
    const r = yield* Effect.scoped(
      killAt({ world, seed, size: "short", atOnce: 1, say }, receiver, point, Number(process.argv[4] ?? 2))
    )
    const { violations, duplicates, ...rest } = r.judgement
    yield* say(
      JSON.stringify({
        ...r,
        judgement: rest,
        dup: duplicates.length,
        v: violations.length,
        first: violations.slice(0, 8)
      })
    )
  }
}).pipe(
  Effect.scoped,
  Effect.provide(NodeServices.layer),
  Effect.provide(Logger.layer([])),
  NodeRuntime.runMain()
)
