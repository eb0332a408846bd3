import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import type { Verdict } from "./answerRules.ts"
import type { EndpointHealth } from "./endpointHealth.ts"
import { healthColumns } from "./healthColumns.ts"
import { makeNotices } from "./notices.ts"
import type { DueDelivery } from "./turns.ts"

/** One attempt that was made, and what it means. */
export interface Attempt {
  readonly id: string
  readonly delivery: DueDelivery
  /** Where it went: the endpoint may be moved later. */
  readonly url: string
  readonly verdict: Verdict
  readonly status: number | null
  readonly failure: string | null
  /** The beginning of the receiver's answer, sealed. */
  readonly answer: Uint8Array | null
  /** Milliseconds from its start to its end, and from its start to now. */
  readonly took: number
  readonly ago: number
  /** Milliseconds until the next attempt may be made; null if this was the last. */
  readonly retryIn: number | null
}

/** Attempts to be written down by the holder of an endpoint's lease, and how the endpoint is doing after them. */
export interface Batch {
  readonly endpointId: string
  readonly owner: string
  /** The state that the health started from, and the one that this write leaves: it counts once, and on that alone. */
  readonly after: string
  readonly written: string
  readonly health: EndpointHealth
  readonly attempts: ReadonlyArray<Attempt>
}

export type Recorded =
  | { readonly kind: "written"; readonly version: number }
  /** Somebody else changed the endpoint's health, by resuming it: nothing was written, start from this one. */
  | { readonly kind: "stale"; readonly written: string; readonly health: EndpointHealth }
  | { readonly kind: "lost" }

const arrayOf = (values: ReadonlyArray<unknown>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))

/** Writes attempts down, with all that follows from them: the half of the ledger that writes. */
export const makeAttemptWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* healthColumns
  const notices = yield* makeNotices
  const faultPoint = yield* FaultPoint

  const writeAttempts = (
    { endpointId, owner, after, written, health, attempts }: Batch,
    hold: number | null
  ) => {
    const column = (oid: number, value: (attempt: Attempt) => unknown) => arrayOf(attempts.map(value), oid)
    return sql<{ version: number | null }>`
      WITH lease AS MATERIALIZED (
        UPDATE webhook_leases l SET written = ${written}, ${columns.write(health)},
          hold_until = greatest(l.hold_until, platform_now() + ${hold}::float8 * interval '1 ms')
        FROM webhook_endpoints e
        WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND l.written = ${after} AND e.id = l.endpoint_id
        RETURNING e.version
      ), made AS (
        SELECT * FROM unnest(
          ${column(PgTypes.OID.uuid, (_) => _.id)}, ${column(PgTypes.OID.uuid, (_) => _.delivery.id)},
          ${column(PgTypes.OID.text, (_) => _.url)},
          ${column(PgTypes.OID.bool, (_) => _.verdict.kind === "delivered")},
          ${column(PgTypes.OID.int4, (_) => _.status)}, ${column(PgTypes.OID.text, (_) => _.failure)},
          ${column(PgTypes.OID.bytea, (_) => _.answer)}, ${column(PgTypes.OID.int4, (_) => _.took)},
          ${column(PgTypes.OID.int4, (_) => _.ago)}, ${column(PgTypes.OID.int4, (_) => _.retryIn)}
        ) AS a (id, delivery_id, url, delivered, status, failure, answer, took, ago, retry_in)
        WHERE EXISTS (SELECT FROM lease)
      ), recorded AS (
        INSERT INTO webhook_attempts (id, delivery_id, url, started_at, took_ms, status, failure, answer)
        SELECT id, delivery_id, url, platform_now() - ago * interval '1 ms', took, status, failure, answer FROM made
      ), updated AS (
        UPDATE webhook_deliveries d SET
          attempts = d.attempts + 1,
          state = CASE WHEN made.delivered THEN 'delivered' WHEN d.state = 'superseded' THEN 'superseded'
            WHEN made.retry_in IS NULL THEN 'dead' ELSE 'pending' END,
          delivered_at = CASE WHEN made.delivered THEN platform_now() END,
          superseded_by = CASE WHEN made.delivered THEN NULL ELSE d.superseded_by END,
          due_at = CASE WHEN NOT made.delivered AND d.state <> 'superseded'
            THEN platform_now() + made.retry_in * interval '1 ms' END,
          last_attempt_at = platform_now() - made.ago * interval '1 ms'
        FROM made WHERE d.id = made.delivery_id
      )
      SELECT (SELECT version FROM lease) AS version`
  }

  const supersede = (attempts: ReadonlyArray<Attempt>) => {
    const pairs = attempts.flatMap(({ delivery }) =>
      delivery.replaces.map((replaced) => [replaced, delivery.id] as const)
    )
    if (pairs.length === 0) return Effect.void
    const column = (at: 0 | 1) =>
      arrayOf(
        pairs.map((pair) => pair[at]),
        PgTypes.OID.uuid
      )
    return sql`
      UPDATE webhook_deliveries d SET state = 'superseded', superseded_by = r.by, due_at = NULL
      FROM unnest(${column(0)}, ${column(1)}) AS r (id, by)
      WHERE d.id = r.id AND d.state = 'pending'`
  }

  /** Why nothing was written. */
  const otherwise = Effect.fnUntraced(function* ({ endpointId, owner, written: mine }: Batch) {
    const [row] = yield* sql<EndpointHealth & { written: string; version: number }>`
      SELECT l.written, e.version, ${columns.read}
      FROM webhook_leases l JOIN webhook_endpoints e ON e.id = l.endpoint_id
      WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner}`
    if (row === undefined) return { kind: "lost" } as const
    const { written, version, ...health } = row
    // The connection broke when the first try of this very write had been committed.
    if (written === mine) return { kind: "written", version } as const
    return { kind: "stale", written, health } as const
  })

  return Effect.fn("DeliveryLedger.record")(function* (batch: Batch) {
    const { attempts, endpointId } = batch
    const holds = attempts.flatMap(({ verdict }) => (verdict.kind === "failed" ? (verdict.hold ?? []) : []))
    const gone = attempts.some(({ verdict }) => verdict.kind === "gone")
    const write = Effect.map(
      writeAttempts(batch, holds.length === 0 ? null : Math.max(...holds)),
      ([row]) => row?.version ?? null
    )
    const all = Effect.gen(function* () {
      const version = yield* write
      if (version === null) return null
      yield* supersede(attempts)
      if (!gone) return version
      const paused = yield* notices.pause(endpointId, "gone", sql`true`)
      yield* faultPoint("pause_transition")
      return paused ? version + 1 : version
    })
    const isPlain = !gone && attempts.every(({ delivery }) => delivery.replaces.length === 0)
    const version = yield* isPlain ? write : sql.withTransaction(all)
    return version === null ? yield* otherwise(batch) : ({ kind: "written", version } as const)
  })
})
