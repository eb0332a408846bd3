import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { performance } from "node:perf_hooks"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import type { SealedAttempt } from "./Courier.ts"
import { type Claim, type Position, sequencesOf, type WaitingDelivery } from "./deliverySequences.ts"
import type { EndpointHealth } from "./endpointHealth.ts"
import { healthColumns } from "./EndpointLeaseRepo.ts"
import { makeNotices } from "../notices/NoticesRepo.ts"

/** Attempts that the lease holder writes, and the endpoint's health after them. */
interface Batch {
  readonly endpointId: string
  readonly owner: string
  /** Lock token of the health before this write and after it (compare and swap). */
  readonly after: string
  readonly token: string
  readonly health: EndpointHealth
  readonly attempts: ReadonlyArray<SealedAttempt>
}

type Row = WaitingDelivery & {
  readonly lastDue: string | null
  readonly lastId: string
  readonly looked: number
  readonly version: number
}

const makeDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { isFree } = yield* Outgoing

  // `OFFSET 0` makes PostgreSQL look up each entity's deliveries, and each body, separately. The due ones are queried
  // without their state, and the waiting ones without their time, so that a single index serves each query, even if the
  // planner has no statistics yet because the tables just filled up.
  return Effect.fnUntraced(function* (
    endpointId: string,
    owner: string,
    after: Position,
    limit: number
  ): Effect.fn.Return<Claim, SqlError> {
    // mutant (DeliveryLedger): a claim takes the lease: drop `AND l.owner = ${owner} AND l.expires_at > platform_now()`
    const rows = yield* sql<Row>`
      WITH leased AS MATERIALIZED (
        SELECT e.version FROM webhook_leases l
        JOIN webhook_endpoints e ON e.id = l.endpoint_id AND e.enabled AND e.paused_at IS NULL
        WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND l.expires_at > platform_now()
          AND (l.hold_until IS NULL OR l.hold_until <= platform_now())
          AND (l.probe_at IS NULL OR l.probe_at <= platform_now()) AND ${isFree()}
      ), looked AS MATERIALIZED (
        SELECT d.entity_id, d.due_at, d.id, row_number() OVER (ORDER BY d.due_at, d.id) AS place
        FROM webhook_deliveries d
        WHERE d.endpoint_id = ${endpointId} AND d.due_at <= platform_now()
          AND (d.due_at, d.id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)
          AND EXISTS (SELECT FROM leased)
        ORDER BY d.due_at, d.id
        LIMIT ${limit}
      ), entity AS MATERIALIZED (
        SELECT entity_id, min(place) AS place FROM looked GROUP BY entity_id
      ), last AS MATERIALIZED (
        SELECT due_at::text, id, place::int FROM looked ORDER BY place DESC LIMIT 1
      )
      SELECT d.*, v.body, v.traceparent, leased.version, CASE WHEN entity.place = 1 THEN last.due_at END AS "lastDue",
        CASE WHEN entity.place = 1 THEN last.id END AS "lastId",
        CASE WHEN entity.place = 1 THEN last.place END AS looked
      FROM leased, last, entity
      CROSS JOIN LATERAL (
        SELECT o.id, o.entity_id AS "entityId", o.attempts, o.replaceable AS "isReplaceable",
          o.due_at <= platform_now() AS "isDue", o.seq,
          (extract(epoch FROM o.last_attempt_at) * 1000)::float8 AS "triedAt"
        FROM webhook_deliveries o WHERE o.entity_id = entity.entity_id AND o.state = 'pending' OFFSET 0
      ) d
      CROSS JOIN LATERAL (SELECT e.body, e.traceparent FROM events e WHERE e.id = d.id OFFSET 0) v
      ORDER BY entity.place, d.seq`
    const [first] = rows
    if (first === undefined || first.lastDue === null)
      return { sequences: [], next: undefined, version: undefined }
    const next = first.looked < limit ? undefined : { dueAt: first.lastDue, id: first.lastId }
    return { sequences: sequencesOf(rows), next, version: first.version }
  })
})

const arrayOf = (values: ReadonlyArray<unknown>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))

const makeRecord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* healthColumns
  const notices = yield* makeNotices
  const faultPoint = yield* FaultPoint

  const writeAttempts = (
    { endpointId, owner, after, token, health, attempts }: Batch,
    hold: number | null
  ) => {
    const now = performance.now()
    const column = (oid: number, value: (attempt: SealedAttempt) => unknown) =>
      arrayOf(attempts.map(value), oid)
    // mutant (deliveryRecovery): a worker that lost its lease changes nothing: drop `AND l.owner = ${owner} AND l.written = ${after}`
    return sql<{ version: number | null }>`
      WITH lease AS MATERIALIZED (
        UPDATE webhook_leases l SET written = ${token}, ${columns.write(health)},
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
          ${column(PgTypes.OID.int4, (_) => Math.round(now - _.startedAt))}, ${column(PgTypes.OID.int4, (_) => _.retryIn)}
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

  const supersede = (attempts: ReadonlyArray<SealedAttempt>) => {
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

  /**
   * Returns the reason why nothing was written. Stale: the endpoint was resumed or probed meanwhile, which changed its
   * health; retry with this health.
   */
  const otherwise = Effect.fnUntraced(function* ({ endpointId, owner, token }: Batch) {
    const [row] = yield* sql<EndpointHealth & { written: string; version: number }>`
      SELECT l.written, e.version, ${columns.read}
      FROM webhook_leases l JOIN webhook_endpoints e ON e.id = l.endpoint_id
      WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner}`
    if (row === undefined) return { kind: "lost" } as const
    const { written, version, ...health } = row
    // The connection broke after the first try of this same write was committed.
    if (written === token) return { kind: "written", version } as const
    return { kind: "stale", token: written, health } as const
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

/**
 * The table of deliveries: due ones, and the results of attempts. Each write presents the lease's owner and the
 * health's lock token, so a worker without the lease changes nothing, and a repeated write counts once.
 */
export const deliveryLedger = Effect.gen(function* () {
  return {
    /**
     * The next due deliveries of an endpoint after a position, by entity, ordered by due time; it reads at most `limit`
     * due deliveries. Returns none unless `owner` holds the lease, the endpoint may be called and outgoing work isn't held.
     */
    due: yield* makeDue,
    /** Writes attempts and all their consequences in one transaction. */
    record: yield* makeRecord
  }
})
