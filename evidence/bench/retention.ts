import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { Agent } from "undici"
import { callerOf } from "@embedded-super/contract-tests/openapi/Caller"
import { configureEmployer } from "@embedded-super/contract-tests/onboarding/flows"
import { productOf } from "@embedded-super/contract-tests/onboarding/product"
import { inBackground } from "@embedded-super/service/platform"
import { makeRetention } from "@embedded-super/service/webhooks"
import { atMost, exactly, noted, percentile } from "../chaos/Row.ts"
import { endpointOf } from "../chaos/world/Cell.ts"
import { startService } from "../chaos/world/programsOf.ts"
import { makeRealDomain } from "../chaos/world/realDomain.ts"
import { makeWorld } from "../chaos/world/World.ts"
import { freePort } from "@embedded-super/program/freePorts"
import type { Bench } from "./Bench.ts"

/** Reads a second, in an open loop. */
const READS = 100
const QUIET_SECONDS = 10
/** Events of an entity: all but the newest are forgotten. */
const EVENTS_OF_AN_ENTITY = 5
const CHUNK = 100_000

/** Events of 31 to 61 days ago, each delivered at one attempt. */
const fill = Effect.fnUntraced(function* (
  address: { readonly id: string; readonly productId: string },
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE OR REPLACE FUNCTION bench_id(at timestamptz, n bigint) RETURNS uuid LANGUAGE sql AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
      || substr(md5(n::text), 4, 15))::uuid $$`
  for (let from = 0; from < count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK) - 1
    yield* inBackground(sql)(sql`WITH made AS (
        SELECT bench_id(at, n) AS id, at, n,
          md5((n % ${Math.ceil(count / EVENTS_OF_AN_ENTITY)}::bigint)::text)::uuid AS entity_id,
          (n / ${Math.ceil(count / EVENTS_OF_AN_ENTITY)}::bigint + 1)::int AS seq
        FROM (SELECT n, platform_now() - interval '61 days' + n * (interval '30 days' / ${count}::float8) AS at
          FROM generate_series(${from}::bigint, ${to}::bigint) n) moments
      ), recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at)
        SELECT id, ${address.productId}, 'employer_issue', 'employer_issue_created', entity_id, seq, repeat('x', 330), at
        FROM made
      ), delivered AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
          attempts, last_attempt_at, delivered_at, inserted_at)
        SELECT id, ${address.id}, ${address.productId}, 'employer_issue', 'employer_issue_created', entity_id, seq, false,
          'delivered', 1, at, at, at FROM made
      )
      INSERT INTO webhook_attempts (id, delivery_id, url, started_at, took_ms, status)
      SELECT bench_id(at + interval '5 ms', n), id, 'https://payroll.example.com/hooks', at, 5, 200 FROM made`)
  }
  yield* inBackground(sql)(sql`ANALYZE`)
})

/** Reads at a fixed rate until it is interrupted, and returns how long each answer took, in milliseconds. */
const reading = (agent: Agent, origin: string, path: string, key: string) => {
  const took: Array<number> = []
  const failed: Array<unknown> = []
  const read = (dueAt: number) => {
    const handler = {
      onRequestStart: () => undefined,
      onResponseStart: (_: unknown, status: number) => status === 200 || failed.push(status),
      onResponseData: () => undefined,
      onResponseEnd: () => took.push(performance.now() - dueAt),
      onResponseError: (_: unknown, error: Error) => failed.push(error)
    }
    agent.dispatch({ origin, path, method: "GET", headers: { "x-api-key": key } }, handler)
  }
  const began = performance.now()
  let sent = 0
  const send = Effect.sync(() => {
    for (; (sent * 1000) / READS <= performance.now() - began; sent += 1) read(began + (sent * 1000) / READS)
  })
  return { took, failed, go: Effect.forever(Effect.andThen(send, Effect.sleep("2 millis"))) }
}

/**
 * The hourly clean-up of a million old events, with their deliveries and attempts, while employers are read. The
 * reads before it are the measure of those beside it.
 */
export const retention: Bench = {
  title: "Retention of a million events, deliveries and attempts, beside reads",
  run: Effect.fnUntraced(function* ({ quick, rounds, say }) {
    const count = quick ? 20_000 : 1_000_000
    const world = yield* makeWorld()
    const receiver = yield* world.receiver("retention", 1)
    const cell = yield* world.cell(world.server, receiver, "retention")
    const { productKey } = yield* makeRealDomain(cell, world, endpointOf(cell).path)
    const port = yield* Effect.promise(freePort)
    const service = yield* startService(cell, world, port, false)
    yield* service.ready
    const origin = `http://127.0.0.1:${port}`
    const { id } = yield* Effect.promise(() =>
      configureEmployer(
        productOf(callerOf("partner-api", origin), callerOf("embed-api", origin), productKey),
        "bench"
      )
    )
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent()),
      (agent) => Effect.promise(() => agent.destroy())
    )
    const p99Beside = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
      const { failed, go, took } = reading(agent, origin, `/api/v1/employers/${id}`, productKey)
      const reads = yield* Effect.forkChild(go)
      const began = performance.now()
      yield* work
      const seconds = (performance.now() - began) / 1000
      yield* Fiber.interrupt(reads)
      yield* Effect.sleep("500 millis")
      return { seconds, p99: percentile(took, 0.99), failed: failed.length }
    })
    const done: Array<Record<"seconds" | "ratio" | "p99" | "left" | "failed", number>> = []
    yield* p99Beside(Effect.sleep("5 seconds"))
    for (let nth = 1; nth <= rounds; nth += 1) {
      yield* cell.run(fill(endpointOf(cell), count))
      yield* cell.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CHECKPOINT`))
      const quiet = yield* p99Beside(Effect.sleep(`${quick ? 2 : QUIET_SECONDS} seconds`))
      const beside = yield* p99Beside(cell.run(Effect.flatten(makeRetention)))
      const [left] = yield* cell.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ rows: number }>`SELECT (SELECT count(*) FROM webhook_attempts)::int
            + (SELECT count(*) FROM events e WHERE EXISTS (SELECT FROM events v
                WHERE v.subject = e.subject AND v.entity_id = e.entity_id AND v.seq > e.seq))::int AS rows`
        )
      )
      yield* cell.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`TRUNCATE events, webhook_deliveries, webhook_attempts`
        )
      )
      yield* say(
        `round ${nth}: ${beside.seconds.toFixed(1)} s; p99 of reads ${beside.p99.toFixed(1)} ms, before ${quiet.p99.toFixed(1)} ms`
      )
      done.push({
        seconds: beside.seconds,
        p99: beside.p99,
        ratio: beside.p99 / quiet.p99,
        left: left?.rows ?? Number.NaN,
        failed: quiet.failed + beside.failed
      })
    }
    const median = (of: keyof (typeof done)[number]) =>
      percentile(
        done.map((round) => round[of]),
        0.5
      )
    return [
      atMost(`${count.toLocaleString("en")} of each, median of ${rounds} rounds`, median("seconds"), 20, "s"),
      atMost("p99 of reads beside it, as a ratio to those before it", median("ratio"), 1.5),
      noted("p99 of reads beside it", median("p99"), "ms"),
      exactly("old rows left", median("left"), 0),
      exactly("reads that failed", median("failed"), 0)
    ]
  })
}
