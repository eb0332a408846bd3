/** The benches in short: what they count is right. Speed is judged by `pnpm bench` alone, on a quiet machine. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import type { Scope } from "effect/Scope"
import { expect, it } from "vitest"
import { NEEDS_OPEN_SSH, withOpenSsh } from "@embedded-super/service/testing/sftp"
import { makeWorld } from "../chaos/world/World.ts"
import { arrivals } from "./arrivals.ts"
import { startBenchReceiver } from "./Bench.ts"
import { drainRatio } from "./drainRatio.ts"
import { measure } from "./employer-list/measure.ts"
import { compareHttp, figuresOf } from "./http/compareHttp.ts"

const isSpeed = /ratio|p99/

/** Nothing of a test has to survive a power cut. */
const FAST = ["fsync=off", "synchronous_commit=off"]

const say = () => Effect.void

const run = <A>(
  bench: Effect.Effect<A, unknown, Scope | NodeServices.NodeServices | FileSystem.FileSystem>
) =>
  bench.pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )

it.each([
  ["drains 2,000 webhooks: each arrives once, in order, and is recorded", drainRatio],
  ["delivers what comes at a fixed rate: each arrives", arrivals]
] as const)(
  "the bench %s",
  async (_, bench) => {
    const figures = await run(
      Effect.gen(function* () {
        const { server } = yield* makeWorld(FAST)
        const receiver = yield* startBenchReceiver
        return yield* bench.run({ server, receiver, rounds: 1, quick: true, say })
      })
    )
    const counted = figures.filter(({ limit, what }) => limit !== "" && !isSpeed.test(what))
    expect(counted.filter(({ pass }) => !pass)).toStrictEqual([])
    expect(counted).toHaveLength(3)
  },
  120_000
)

it.skipIf(!withOpenSsh)(
  `the service imports a hashed list by OpenSSH's sftp in less than 300 MiB, and no lookup is wrong meanwhile${NEEDS_OPEN_SSH}`,
  async () => {
    const figures = await run(
      measure({ rounds: 2, rows: 20_000, others: 0, lookups: 0, databaseSettings: FAST, say })
    )
    expect(figures.length).toBeGreaterThan(6)
    expect(figures.filter(({ pass, what }) => !pass && !isSpeed.test(what))).toEqual([])
  },
  120_000
)

it("the bench of reads and writes runs the service's own statements, and inserts its rows, without it", async () => {
  const compared = await run(compareHttp({ rounds: 1, quick: true, say }))
  // The key with its rate limit, and the employer; the employer, and the answer that is kept for its key.
  expect(compared.map(({ count, kind }) => [kind, count])).toStrictEqual([
    ["read", 2],
    ["write", 2]
  ])
  expect(figuresOf(compared)).toHaveLength(14)
}, 300_000)
