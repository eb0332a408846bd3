import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { exactly } from "../Figure.ts"
import type { Row, Size } from "../Row.ts"
import { type CellEndpoint, endpointOf } from "../world/Cell.ts"
import { emitFresh } from "../world/emit.ts"
import { startWorker } from "../world/programsOf.ts"
import { until } from "../world/World.ts"

const healthyOf: Readonly<Record<Size, number>> = { short: 20, usual: 200, long: 2000 }
const POISONED = 10

/** The deliveries of an endpoint, counted by state and attempts. */
const standing = Effect.fnUntraced(function* (endpoint: CellEndpoint) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ state: string; attempts: number; count: number }>`
    SELECT state, attempts, count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id}
    GROUP BY state, attempts`
})

/** Row 8: a delivery that can't be sent fails alone: its neighbours and the process don't suffer. */
export const poison: Row = {
  number: 8,
  title: "poison",
  run: Effect.fnUntraced(function* ({ seed, size, world }) {
    const receiver = yield* world.receiver("poison", seed)
    const cell = yield* world.cell(world.server, receiver, "poison", 4)
    const nth = (n: number): CellEndpoint => cell.endpoints[n] ?? endpointOf(cell)
    const [healthy, badRow, badSecret, badUrl] = [nth(0), nth(1), nth(2), nth(3)]
    const emit = (endpoint: CellEndpoint, count: number) =>
      cell.run(emitFresh(endpoint, count, "onboarding_intent_completed"))
    yield* Effect.forEach([badRow, badSecret, badUrl], (endpoint) => emit(endpoint, POISONED))
    yield* emit(healthy, healthyOf[size])
    // Beside the poisoned rows of an endpoint, good ones.
    yield* emit(badRow, POISONED)
    yield* cell.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE events SET body = '{"subject":"nonsense"}' WHERE id IN (
          SELECT id FROM webhook_deliveries WHERE endpoint_id = ${badRow.id} ORDER BY id LIMIT ${POISONED})`
        yield* sql`UPDATE webhook_secrets SET sealed = 'nonsense' WHERE endpoint_id = ${badSecret.id}`
        yield* sql`UPDATE webhook_endpoints SET url = 'http://[' WHERE id = ${badUrl.id}`
      })
    )
    // A secret that this process can't open may be readable in another, so its endpoint is held for a while.
    const isSettled = cell.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const left =
          yield* sql`SELECT FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
          WHERE d.state = 'pending' AND e.paused_at IS NULL AND e.id <> ${badSecret.id} LIMIT 1`
        return left.length === 0
      })
    )
    const isAlive = yield* Effect.scoped(
      Effect.gen(function* () {
        const worker = yield* startWorker(cell, world)
        yield* worker.ready
        yield* until("all is sent, dead, held or paused", isSettled)
        return !worker.hasEnded()
      })
    )
    const count = (endpoint: CellEndpoint, state: string, attempts: number) =>
      Effect.map(
        cell.run(standing(endpoint)),
        (rows) => rows.find((row) => row.state === state && row.attempts === attempts)?.count ?? 0
      )
    const kept = (yield* count(badSecret, "pending", 0)) + (yield* count(badUrl, "pending", 0))
    return {
      runs: "rows that fail their schema, a secret that doesn't open, an address that is none",
      figures: [
        exactly("bad rows dead after one attempt", yield* count(badRow, "dead", 1), POISONED),
        exactly("their neighbours delivered", yield* count(badRow, "delivered", 1), POISONED),
        exactly("kept for endpoints that can't be used, which are paused or held", kept, 2 * POISONED),
        exactly("others delivered", yield* count(healthy, "delivered", 1), healthyOf[size]),
        exactly("the worker still runs", isAlive ? 1 : 0, 1)
      ],
      notes: []
    }
  })
}
