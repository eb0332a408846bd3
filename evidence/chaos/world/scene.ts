import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Cell, endpointOf } from "./Cell.ts"
import { startProducer, startWorker } from "./programsOf.ts"
import { makeShift } from "./inProcess.ts"
import { until } from "./World.ts"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import { WebhookEndpoints } from "@embedded-super/service/webhooks"
import { judge } from "../judge/judge.ts"
import { accepts } from "../receiver/Behaviour.ts"
import type { Receiver } from "../receiver/Receiver.ts"
import type { RowContext } from "../Row.ts"
import { collect, type RunNotes } from "./collect.ts"
import { makeEntities, type Recorded } from "./emit.ts"

/** Whether nothing is left that a worker could send, now or later. */
export const isDrained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ drained: boolean }>`SELECT NOT EXISTS (
    SELECT FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.paused_at IS NULL
    WHERE d.state = 'pending') AND NOT EXISTS (SELECT FROM webhook_leases WHERE expires_at > platform_now()) AS drained`
  return row?.drained ?? false
})

/** Whether no fund is left to be called. */
export const isRegistered = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM fund_calls WHERE state = 'waiting' LIMIT 1`).length === 0
})

/**
 * Makes deliveries that wait for a later attempt due; a separate worker sends them. No other worker runs at the same
 * time.
 */
const drain = (cell: Cell, keys: { readonly masterKeyFile: string }, shift: ReturnType<typeof makeShift>) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* shift.pass("30 hours")
      const worker = yield* startWorker(cell, keys)
      yield* until(`${cell.name} is drained`, cell.run(isDrained), 120)
      yield* worker.signal("SIGTERM")
      yield* worker.ended
      return worker.printed()
    })
  )

/** A producer's notes, without a line that was cut off when the producer was killed. */
const linesOf = (text: string): ReadonlyArray<Recorded> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Resumes delivery for the partner whenever its endpoint was paused. */
export const resumeWhenPaused = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoints = yield* WebhookEndpoints
  const paused = yield* sql<{ productId: string; url: string }>`
    SELECT product_id AS "productId", url FROM webhook_endpoints WHERE paused_at IS NOT NULL`
  yield* Effect.forEach(paused, (endpoint) => endpoints.set(endpoint))
})

/** A cell whose domain runs in a process of its own, and the steps at the end of the row. */
export const makeScene = Effect.fnUntraced(function* (
  { seed, world }: RowContext,
  receiver: Receiver,
  name: string,
  { eventsPerSecond = 40 }: { readonly eventsPerSecond?: number } = {}
) {
  const fs = yield* FileSystem.FileSystem
  const cell = yield* world.cell(world.server, receiver, name)
  const endpoint = endpointOf(cell)
  yield* cell.run(makeEntities)
  const file = join(world.folder, `${name}.acknowledged`)
  yield* fs.writeFileString(file, "")
  const shift = makeShift(cell)
  let started = 0
  const producer = Effect.suspend(() => {
    started += 1
    return startProducer(cell, {
      endpoint,
      file,
      seed: seed * 1000 + started,
      transactionsPerSecond: 4,
      entities: eventsPerSecond / 4
    })
  })

  /** When no process of the scene runs any more: sends the deliveries that are left, reads the logs, and judges them. */
  const finish = Effect.fnUntraced(function* (
    printed: ReadonlyArray<() => string>,
    notes: Omit<RunNotes, "acknowledged" | "ahead" | "texts"> & {
      /** Commits by other programs than the producer. */
      readonly more?: ReadonlyArray<Recorded>
    } = {}
  ) {
    yield* receiver.behave(endpoint.path, accepts)
    yield* cell.run(resumeWhenPaused)
    const drained = yield* drain(cell, world, shift)
    const { history, logs } = yield* collect(cell, {
      ...notes,
      acknowledged: [...linesOf(yield* fs.readFileString(file)), ...(notes.more ?? [])],
      ahead: shift.ahead,
      texts: [drained, ...printed.map((text) => text())].map((text) => ({ name, text })),
      canaries: [{ name: "the signing secret", value: endpoint.secret }, ...(notes.canaries ?? [])]
    })
    return { logs, history, judgement: judge(logs) }
  })

  /** Makes the service send the endpoint's webhooks to another address with the same path. */
  const moveTo = (url: string) =>
    cell.run(
      Effect.flatMap(WebhookEndpoints, (endpoints) => endpoints.set({ productId: endpoint.productId, url }))
    )

  return { cell, endpoint, producer, finish, moveTo }
})
