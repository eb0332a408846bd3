import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { dice } from "../../random/dice.ts"
import type { Receiver } from "../../receiver/Receiver.ts"
import type { RowContext } from "../../Row.ts"
import { startChild } from "../../world/Child.ts"
import { startWorker } from "../../world/programsOf.ts"
import { makeScene, resumeWhenPaused } from "../../world/scene.ts"
import { until } from "../../world/World.ts"
import type { Point } from "./points.ts"
import { leasesLostIn, repeatsIn } from "./repeats.ts"
import { killAgainAndAgain } from "./victims.ts"

/** How many events the domain has recorded. */
const recorded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ events: number }>`SELECT count(*)::int AS events FROM events`
  return row?.events ?? 0
})

/**
 * Kills a process of a scene at one point, repeatedly, while the domain runs; then judges the result. The kills are
 * spread over so many events at least.
 */
export const killAt = Effect.fnUntraced(function* (
  context: RowContext,
  receiver: Receiver,
  point: Point,
  { events, kills }: { readonly events: number; readonly kills: number }
) {
  const { say, seed, world } = context
  const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, `kill_${point.name}`)
  yield* receiver.behave(endpoint.path, point.receiver)
  const rotator = startChild("rotator.ts", {
    args: [endpoint.productId],
    env: { DATABASE_URL: Redacted.value(world.server.url(cell.name)) }
  })
  const victims = {
    worker: startWorker(cell, world, point.keepsNoLease === true ? { keepsNoLease: true } : {}),
    producer,
    rotator
  }

  const { done, missed, printed } = yield* Effect.scoped(
    Effect.gen(function* () {
      const others = yield* Effect.all(
        (["worker", "producer"] as const).filter((kind) => kind !== point.victim).map((kind) => victims[kind])
      )
      yield* Effect.forEach(others, ({ ready }) => ready)
      yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(cell.run(resumeWhenPaused), Effect.sleep("1 second")))
      )
      const killed = yield* killAgainAndAgain(
        cell,
        point,
        kills,
        dice(seed + point.name.length),
        victims[point.victim],
        point.victim === "worker" ? 2 : 1,
        Effect.fnUntraced(function* (nth) {
          const share = (events / kills) * nth
          yield* until(
            `${share} events are recorded`,
            Effect.map(cell.run(recorded), (of) => of >= share),
            240
          )
          if (nth % 5 === 0) yield* say(`${point.name}: ${nth} of ${kills} kills`)
        })
      )
      return { ...killed, printed: [...killed.printed, ...others.map((child) => child.printed)] }
    })
  )
  const { judgement, logs } = yield* finish(printed)
  const leasesLost = leasesLostIn(printed.map((text) => text()))
  const repeats = repeatsIn(logs, judgement, done, leasesLost)
  return { point: point.name, judgement, kills: done, missed, leasesLost, ...repeats }
})
