import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { makeWorld } from "../chaos/world/World.ts"
import { arrivals } from "./arrivals.ts"
import type { Bench } from "./Bench.ts"
import { startBenchReceiver } from "./BenchReceiver.ts"
import { drainRatio } from "./drainRatio.ts"

/** Figures that depend on how busy this machine is: `pnpm bench` judges them, on a quiet one. */
const isSpeed = /ratio|p99/

const measured = (bench: Bench) =>
  Effect.gen(function* () {
    const { server } = yield* makeWorld(["fsync=off", "synchronous_commit=off"])
    const receiver = yield* startBenchReceiver
    return yield* bench.run({ server, receiver, rounds: 1, quick: true, say: () => Effect.void })
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )

it.each([
  ["drains 2,000 webhooks: each arrives once, in order, and is recorded", drainRatio, 3],
  ["delivers what comes at a fixed rate: each arrives", arrivals, 3]
] as const)(
  "the bench %s",
  async (_, bench, judged) => {
    const figures = await measured(bench)
    const counted = figures.filter(({ limit, what }) => limit !== "" && !isSpeed.test(what))
    expect(counted.filter(({ pass }) => !pass)).toStrictEqual([])
    expect(counted).toHaveLength(judged)
  },
  120_000
)
