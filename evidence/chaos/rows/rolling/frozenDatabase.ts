import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { freePort } from "@embedded-super/program/freePorts"
import type { RowContext } from "../../Row.ts"
import type { Cell } from "../../world/Cell.ts"
import { startService } from "../../world/programsOf.ts"
import { Client, type Ended } from "./rollingRestart.ts"

export interface FrozenSize {
  readonly seconds: number
  readonly clients: number
  /** REQUEST_TIMEOUT, in seconds. */
  readonly deadline: number
}

/** Longer than the database is frozen: a request without an answer by then hangs. */
const patienceMillis = ({ seconds }: FrozenSize) => seconds * 1000 + 60_000

/** Employers without the answer that their key keeps, or answers without their employer: how many more of one there are. */
const halves = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ difference: number }>`SELECT
    (SELECT count(*)::int FROM employers)
      - (SELECT count(*)::int FROM idempotency_keys WHERE status = 'answered' AND operation = 'createEmployer')
    AS difference`
  return Math.abs(row?.difference ?? Number.NaN)
})

/** Clients create and list employers while every process of PostgreSQL is frozen; then each POST is repeated. */
export const frozenDatabase = Effect.fnUntraced(function* (
  cell: Cell,
  { say, world }: RowContext,
  productKey: string,
  size: FrozenSize
) {
  const port = yield* Effect.promise(freePort)
  const service = yield* startService(cell, world, port, true, { REQUEST_TIMEOUT: String(size.deadline) })
  yield* service.ready
  const serviceUrl = `http://127.0.0.1:${port}`
  const newClient = () => new Client(serviceUrl, productKey, patienceMillis(size))
  const ends: Array<Ended> = []
  const over = new AbortController()
  const ask = async (nth: number) => {
    const client = newClient()
    for (let request = 0; !over.signal.aborted; request += 1) {
      ends.push(await (request % 2 === 0 ? client.create(`frozen-${nth}-${request}`) : client.list()))
    }
    client.close()
  }
  const asking = yield* Effect.forkChild(
    Effect.promise(() => Promise.all(Array.from({ length: size.clients }, (_, nth) => ask(nth))))
  )
  // Some are answered before, so that connections to the database are open, and some are in flight.
  yield* Effect.promise(async () => {
    while (ends.length < 4 * size.clients) await new Promise((next) => setTimeout(next, 20))
  })
  const before = ends.length
  yield* say(`${before} requests; now the database stands still`)
  yield* world.server.frozen(Effect.sleep(size.seconds * 1000))
  const frozen = ends.slice(before)
  yield* Effect.sync(() => over.abort())
  yield* Fiber.join(asking)
  yield* say(`it moves again; ${frozen.length} requests were answered meanwhile`)
  yield* world.server.answers
  const halfDone = yield* cell.run(halves)

  const repeater = newClient()
  const repeat = async ({ remoteId = "" }: Ended): Promise<Ended> => {
    for (;;) {
      const end = await repeater.create(remoteId)
      // Still at it, or not yet able to.
      if (end.status !== 503 && end.status !== 409) return end
      await new Promise((next) => setTimeout(next, 200))
    }
  }
  const posts = ends.filter(({ remoteId }) => remoteId !== undefined)
  const repeats = yield* Effect.promise(async () => {
    const all: Array<readonly [Ended, Ended]> = []
    for (const post of posts) all.push([post, await repeat(post)])
    return all
  })
  repeater.close()
  const rows = yield* cell.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ remote_id: string; id: string }>`SELECT remote_id, id FROM employers
        WHERE remote_id LIKE 'frozen-%'`
    )
  )
  const ids = new Map(rows.map(({ id, remote_id }) => [remote_id, id]))
  return {
    ends,
    frozen,
    hasLived: !service.hasEnded(),
    /** Employers that were reported as created and don't exist, or aren't those that the repeat names. */
    lies: posts.filter(({ id, remoteId = "" }) => id !== "" && ids.get(remoteId) !== id).length,
    unlike: repeats.filter(
      ([first, again]) =>
        again.status !== 201 ||
        ids.get(first.remoteId ?? "") !== again.id ||
        (first.id !== "" && first.id !== again.id)
    ).length,
    twice: rows.length - ids.size,
    missing: posts.length - ids.size,
    halfDone
  }
})
