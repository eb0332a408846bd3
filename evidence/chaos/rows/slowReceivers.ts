import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as SqlClient from "effect/sql/SqlClient"
import { WebhookEndpoints } from "@embedded-super/service/webhooks"
import { aProduct } from "@embedded-super/service/testing/stand-ins"
import { atLeast, atMost, exactly, sum, type Row, type Size } from "../Row.ts"
import { emitFresh } from "../world/emit.ts"
import { startWorker } from "../world/programsOf.ts"
import { until } from "../world/World.ts"
import { startSlowReceivers } from "./slow/slowReceivers.ts"

/** The memory that a process holds, in megabytes. */
const residentMegabytes = (pid: number): number => {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) / 1000
}

/** Samples it for this many seconds, and returns the maximum. */
const mostResident = (pid: number, seconds: number) =>
  Effect.gen(function* () {
    let most = 0
    for (let look = 0; look < seconds * 10; look += 1) {
      most = Math.max(most, residentMegabytes(pid))
      yield* Effect.sleep("100 millis")
    }
    return most
  })

const eachOf: Readonly<Record<Size, number>> = { short: 4, usual: 26, long: 26 }
/** Of each kind of receiver, so many: one endpoint gets no more than 32 requests at a time. */
const ALIKE = 2
/** Endpoints and events of a first phase, so that the memory of a busy worker isn't counted as the receivers' doing. */
const WARM = { endpoints: 16, events: 1000 }
/** Longer than any attempt may take. */
const WATCHED_SECONDS = 18
/** The most that one read of a connection brings; the limit on reading takes effect between two reads. */
const ONE_READ = 64 * 1024
const LIMIT = 16 * 1024

/** Row 7: receivers that waste time and memory get fifteen seconds, and no memory. */
export const slowReceivers: Row = {
  number: 7,
  title: "slow and endless receivers",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const receiver = yield* world.receiver("slow", seed)
    const cell = yield* world.cell(world.server, receiver, "slow", WARM.endpoints)
    const endpoints = yield* cell.run(WebhookEndpoints)
    const slow = (yield* Effect.all(Array.from({ length: ALIKE }, () => startSlowReceivers))).flat()
    yield* Effect.forEach(cell.endpoints, ({ path }) =>
      receiver.behave(path, { kind: "answers", status: 204, within: 500 })
    )
    const products = yield* Effect.forEach(slow, ({ url }) =>
      cell.run(
        Effect.gen(function* () {
          const productId = yield* aProduct()
          const { endpoint } = yield* endpoints.set({ productId, url })
          return { id: endpoint.id, productId }
        })
      )
    )
    const ended: { printed: string; before: number; most: number; open: number } = yield* Effect.scoped(
      Effect.gen(function* () {
        const worker = yield* startWorker(cell, world, { preload: "watchSockets.ts" })
        yield* worker.ready
        yield* Effect.forEach(cell.endpoints, (endpoint) =>
          cell.run(emitFresh(endpoint, WARM.events, "onboarding_session_changed"))
        )
        yield* until(
          "the warm-up has arrived",
          Effect.map(receiver.counts, (counts) =>
            cell.endpoints.every(({ path }) => counts[path]?.accepted === WARM.events)
          )
        )
        yield* Effect.sleep("3 seconds")
        const before = residentMegabytes(worker.pid)
        yield* Effect.forEach(products, (product) =>
          cell.run(emitFresh(product, eachOf[size], "onboarding_session_changed"))
        )
        yield* Effect.sleep("2 seconds")
        const open = sum(slow.map(({ connections }) => connections()))
        yield* say(`${open} connections are open`)
        const most = yield* mostResident(worker.pid, WATCHED_SECONDS)
        const stillAlive = !worker.hasEnded()
        yield* worker.signal("SIGTERM")
        yield* worker.ended
        return { printed: stillAlive ? worker.printed() : "", before, most, open }
      })
    )
    const attempts = yield* cell.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ took: number; url: string }>`
          SELECT a.took_ms AS took, e.url FROM webhook_attempts a
          JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
          WHERE ${sql.in(
            "e.id",
            products.map(({ id }) => id)
          )}`
      )
    )
    const tried = new Set(attempts.map(({ url }) => url))
    const mostRead = Number(/"mostRead":(\d+)/.exec(ended.printed)?.[1] ?? Number.NaN)
    return {
      runs: `${slow.length / ALIKE} kinds of receivers, ${attempts.length} attempts`,
      figures: [
        exactly("receivers that were tried", slow.filter(({ url }) => tried.has(url)).length, slow.length),
        atMost("an attempt took, most", Math.max(...attempts.map(({ took }) => took)) / 1000, 15.5, "s"),
        atMost("read from one connection, most (16 kB, and one read)", mostRead, LIMIT + ONE_READ, "bytes"),
        atMost(`memory grew (${ended.open} connections at once)`, ended.most - ended.before, 20, "MB"),
        atLeast("slow connections at once", ended.open, eachOf[size] * ALIKE * 3)
      ],
      notes: []
    }
  })
}
