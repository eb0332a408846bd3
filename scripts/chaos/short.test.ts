import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Row } from "./Row.ts"
import { killAt } from "./rows/kill/killAt.ts"
import { points } from "./rows/kill/points.ts"
import { coalescing } from "./rows/coalescing.ts"
import { poison } from "./rows/poison.ts"
import { makeWorld, type World } from "./world/World.ts"

/** Nothing of a test has to survive a power cut. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

/** Its victim holds no lease, so nobody waits for one to end; `pnpm chaos` goes to all points. */
const quickPoints = points.filter(({ name }) => name === "after_commit")

/** What `pnpm chaos` proves at length, as far as it fits into a test run. */
describe("what delivery survives, in short", () => {
  const scope = Effect.runSync(Scope.make())
  let world: World

  const run = <A>(effect: Effect.Effect<A, unknown, Scope.Scope | NodeServices.NodeServices>) =>
    effect.pipe(
      Effect.scoped,
      Effect.provide(NodeServices.layer),
      Effect.provide(Logger.layer([])),
      Effect.runPromise
    )

  const contextOf = () => ({ world, seed: 7, size: "short" as const, atOnce: 2, say: () => Effect.void })

  const failures = async (row: Row) => {
    const { figures, notes } = await run(row.run(contextOf()))
    return [...figures.filter(({ pass }) => !pass), ...notes]
  }

  beforeAll(async () => {
    world = await makeWorld(FAST).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(NodeServices.layer),
      Effect.provide(Logger.layer([])),
      Effect.runPromise
    )
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.each(quickPoints.map((point) => [point.name, point] as const))(
    "a kill -9 at %s loses, reorders and repeats nothing",
    async (_, point) => {
      const { judgement, kills, missed, unexplained } = await run(
        Effect.flatMap(world.receiver(point.name, 7), (receiver) => killAt(contextOf(), receiver, point, 1))
      )
      expect(judgement.violations).toStrictEqual([])
      expect({ kills: kills.length, missed, unexplained }).toStrictEqual({
        kills: 1,
        missed: 0,
        unexplained: 0
      })
      expect(judgement.committed).toBeGreaterThan(0)
    },
    120_000
  )

  it("a hundred changes and a completion that nobody took in arrive as one completion", async () => {
    expect(await failures(coalescing)).toStrictEqual([])
  })

  it("what can't be sent costs neither its neighbours nor the process", async () => {
    expect(await failures(poison)).toStrictEqual([])
  })
})
