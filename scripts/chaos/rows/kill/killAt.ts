import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { WebhookEndpoints } from "../../../../packages/service/src/webhooks/endpoints/WebhookEndpoints.ts"
import { judge } from "../../judge/judge.ts"
import { dice } from "../../random/dice.ts"
import type { RowContext } from "../../Row.ts"
import type { Receiver } from "../../receiver/Receiver.ts"
import { endpointOf } from "../../world/Cell.ts"
import { startChild } from "../../world/Child.ts"
import { collect } from "../../world/collect.ts"
import { drain } from "../../world/drain.ts"
import { makeEntities, type Recorded } from "../../world/emit.ts"
import { startProducer, startWorker } from "../../world/programsOf.ts"
import { makeShift } from "../../world/Shift.ts"
import * as Redacted from "effect/Redacted"
import type { Point } from "./points.ts"
import { repeatsIn } from "./repeats.ts"
import { killAgainAndAgain } from "./victims.ts"

/** What a producer noted; a process that was killed in the middle of a line has not noted it. */
const linesOf = (text: string): ReadonlyArray<Recorded> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The partner mends its receiver whenever it was paused. */
const resumeWhenPaused = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoints = yield* WebhookEndpoints
  const paused = yield* sql<{ productId: string; url: string }>`
    SELECT product_id AS "productId", url FROM webhook_endpoints WHERE paused_at IS NOT NULL`
  yield* Effect.forEach(paused, (endpoint) => endpoints.set(endpoint))
})

/** Kills a process of a cell at one point, again and again, while the domain goes on; then judges what came of it. */
export const killAt = Effect.fnUntraced(function* (
  { say, seed, world }: RowContext,
  receiver: Receiver,
  point: Point,
  kills: number
) {
  const fs = yield* FileSystem.FileSystem
  const cell = yield* world.cell(world.server, receiver, `kill_${point.name}`)
  const endpoint = endpointOf(cell)
  yield* cell.run(makeEntities)
  yield* receiver.behave(endpoint.path, point.receiver)
  const file = join(world.folder, `${cell.name}.acknowledged`)
  yield* fs.writeFileString(file, "")
  const shift = makeShift(cell)

  let started = 0
  const worker = startWorker(cell, world)
  const producer = Effect.suspend(() => {
    started += 1
    return startProducer(cell, {
      endpoint,
      file,
      seed: seed * 1000 + started,
      transactionsPerSecond: 4,
      entities: 10
    })
  })
  const rotator = startChild("rotator.ts", {
    args: [endpoint.productId],
    env: { DATABASE_URL: Redacted.value(world.server.url(cell.name)) }
  })
  const victims = { worker, producer, rotator }

  const { done, missed, printed } = yield* Effect.scoped(
    Effect.gen(function* () {
      const others = yield* Effect.all(
        (["worker", "producer"] as const).filter((kind) => kind !== point.victim).map((kind) => victims[kind])
      )
      yield* Effect.forEach(others, ({ ready }) => ready)
      yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(cell.run(resumeWhenPaused), Effect.sleep("1 second")))
      )
      const kills_ = yield* killAgainAndAgain(
        cell,
        point,
        kills,
        dice(seed + point.name.length),
        victims[point.victim],
        point.victim === "worker" ? 2 : 1,
        (nth) => (nth % 5 === 0 ? say(`${point.name}: ${nth} of ${kills} kills`) : Effect.void)
      )
      return { ...kills_, printed: [...kills_.printed, ...others.map((child) => child.printed)] }
    })
  )
  yield* receiver.behave(endpoint.path, { kind: "answers", status: 204 })
  yield* cell.run(resumeWhenPaused)
  const drained = yield* drain(cell, world, shift)
  const { logs } = yield* collect(cell, {
    acknowledged: linesOf(yield* fs.readFileString(file)),
    ahead: shift.ahead,
    texts: [drained, ...printed.map((text) => text())].map((text) => ({ name: point.name, text })),
    canaries: [{ name: "the signing secret", value: endpoint.secret }]
  })
  const judgement = judge(logs)
  return { point: point.name, judgement, kills: done, missed, ...repeatsIn(logs, judgement, done) }
})
