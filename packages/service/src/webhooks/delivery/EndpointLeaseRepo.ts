import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { EndpointHealth } from "./endpointHealth.ts"
import { lease } from "../../platform/jobs/lease.ts"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { type SealedKey, SIGNING_KEYS } from "../endpoints/EndpointsRepo.ts"

/** A lease expires this many seconds after its last renewal, by the database's clock. */
export const LEASE_SECONDS = 12

const ENDPOINT_LEASE = lease(`${LEASE_SECONDS} seconds`)

/** The data that a worker needs about an endpoint that it sends to. */
export interface LeasedEndpoint {
  readonly id: string
  readonly productId: string
  readonly url: string
  /** Incremented by each change of the endpoint, including its secrets. */
  readonly version: number
  /** Whether anything may be sent now. */
  readonly isOpen: boolean
  /** Lock token of the health: every write must present it. */
  readonly token: string
  readonly health: EndpointHealth
  /** The keys that sign now. */
  readonly keys: ReadonlyArray<SealedKey>
  /** Milliseconds since 1970 by the database's clock. Signatures carry this time, not this machine's. */
  readonly databaseTime: number
  /** Milliseconds since 1970 by the clock that sets due times, which tests move. */
  readonly platformTime: number
}

/** Whether the lease was released; if so, the seconds until the next delivery is due. */
export type Release =
  | { readonly released: false }
  | { readonly released: true; readonly nextInSeconds: number | null }

/** An endpoint's health as columns of `webhook_leases`, for reads and writes. */
export const healthColumns = Effect.map(SqlClient.SqlClient, (sql) => {
  const millis = (column: string) => `(extract(epoch FROM l.${column}) * 1000)::float8`
  const moment = (at: number | null) => sql`to_timestamp(${at}::float8 / 1000)`
  return {
    /** For a SELECT or RETURNING over `webhook_leases l`. */
    read: sql.literal(`l.failures_in_row AS "failuresInRow", l.recent, ${millis("probe_at")} AS "heldUntil",
      l.openings, l.ramp,
      ${millis("last_success_at")} AS "lastSuccessAt", ${millis("failing_since")} AS "failingSince",
      l.failing_messages AS "failingMessages"`),
    /** For the SET of an UPDATE. */
    write: (health: EndpointHealth) => sql`failures_in_row = ${health.failuresInRow},
      recent = ${JSON.stringify(health.recent)}::text::jsonb, probe_at = ${moment(health.heldUntil)},
      openings = ${health.openings}, ramp = ${health.ramp}::int,
      last_success_at = ${moment(health.lastSuccessAt)}, failing_since = ${moment(health.failingSince)},
      failing_messages = ${health.failingMessages}`
  }
})

/**
 * Lets one worker at a time send to an endpoint. `owner` identifies one hold of the lease, not a process: every write
 * of a worker presents it, so a write after the lease was lost has no effect.
 */
export const endpointLeaseRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { isFree } = yield* Outgoing
  const columns = yield* healthColumns
  const until = sql.literal(ENDPOINT_LEASE.until)
  const free = sql.literal(ENDPOINT_LEASE.isFree("l"))

  /** For a SELECT or RETURNING over `webhook_leases l` and `webhook_endpoints e`. */
  const leased = (isFree: Fragment) => sql`e.id, e.product_id AS "productId", e.url, e.version,
    e.enabled AND e.paused_at IS NULL AND ${isFree} AS "isOpen", l.written AS token, ${columns.read},
    ${sql.literal(SIGNING_KEYS)} AS keys,
    (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS "databaseTime",
    (extract(epoch FROM platform_now()) * 1000)::float8 AS "platformTime"`
  /** A claim follows at once, and asks by itself. */
  const atOnce = sql.literal("true")
  type Row = EndpointHealth & Omit<LeasedEndpoint, "health">

  const endpointOf = ([row]: ReadonlyArray<Row>): LeasedEndpoint | undefined => {
    if (row === undefined) return undefined
    const { id, productId, url, version, isOpen, token, keys, databaseTime, platformTime, ...health } = row
    return { id, productId, url, version, isOpen, token, keys, databaseTime, platformTime, health }
  }

  const take = Effect.fn("EndpointLease.take")(function* (endpointId: string, owner: string) {
    // sample mutant (EndpointLease): a worker that finds the lease taken sets its flag: `woken = NOT ${free}` -> `woken = false`
    const rows = yield* sql<Row>`
      WITH held AS (
        INSERT INTO webhook_leases AS l (endpoint_id, owner, expires_at)
        SELECT ${endpointId}, ${owner}, ${until} WHERE NOT EXISTS (
          SELECT FROM webhook_leases l WHERE l.endpoint_id = ${endpointId} AND l.woken AND NOT ${free})
        ON CONFLICT (endpoint_id) DO UPDATE SET
          owner = CASE WHEN ${free} THEN excluded.owner ELSE l.owner END,
          expires_at = CASE WHEN ${free} THEN excluded.expires_at ELSE l.expires_at END,
          woken = NOT ${free}
        RETURNING *
      )
      SELECT ${leased(atOnce)} FROM held l JOIN webhook_endpoints e ON e.id = l.endpoint_id WHERE l.owner = ${owner}`
    return endpointOf(rows)
  })

  return {
    /**
     * Acquires the lease if it is free, and reads the endpoint. Otherwise sets the lease's `woken` flag, so that the
     * holder checks again before it releases, and returns undefined.
     *
     * One statement by primary key: it waits for a concurrent release and then reads the row that the release wrote. So
     * a wake-up always does one of two things: it sets the holder's flag, or it acquires the lease. It doesn't wait where
     * the flag is set already: the holder that clears it claims once more, and that claim finds this wake-up's delivery.
     */
    take,

    /** Whether the lease was acquired, as by `take`. */
    acquire: (endpointId: string, owner: string) =>
      Effect.map(take(endpointId, owner), (endpoint) => endpoint !== undefined),

    /** Extends the lease to 12 seconds from now, and reads the endpoint; undefined if the lease is lost. */
    renew: Effect.fn("EndpointLease.renew")(function* (endpointId: string, owner: string) {
      // mutant (EndpointLease): a lease that expired can't be renewed: drop `AND ${sql.literal(ENDPOINT_LEASE.isHeld("l"))}`
      const rows = yield* sql<Row>`
        UPDATE webhook_leases l SET expires_at = ${until}
        FROM webhook_endpoints e
        WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND ${sql.literal(ENDPOINT_LEASE.isHeld("l"))}
          AND e.id = l.endpoint_id
        RETURNING ${leased(isFree())}`
      return endpointOf(rows)
    }),

    /** Releases the lease, unless a delivery is due and may be sent, or the `woken` flag is set; then it clears the flag instead. */
    release: Effect.fn("EndpointLease.release")(function* (endpointId: string, owner: string) {
      // mutant (EndpointLease): the lease isn't released while something is due: drop `AND NOT EXISTS (SELECT FROM next WHERE next.at <= platform_now())`
      const [row] = yield* sql<{ nextInSeconds: number | null }>`
        WITH next AS (
          SELECT greatest(d.due_at, l.hold_until, l.probe_at) AS at
          FROM webhook_deliveries_in_turn d
          JOIN webhook_leases l ON l.endpoint_id = d.endpoint_id
          JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.enabled AND e.paused_at IS NULL
          WHERE d.endpoint_id = ${endpointId} AND ${isFree()}
          ORDER BY d.due_at LIMIT 1
        )
        UPDATE webhook_leases SET owner = NULL, expires_at = NULL
        WHERE endpoint_id = ${endpointId} AND owner = ${owner} AND NOT woken
          AND NOT EXISTS (SELECT FROM next WHERE next.at <= platform_now())
        RETURNING (SELECT extract(epoch FROM next.at - platform_now()) FROM next)::float8 AS "nextInSeconds"`
      if (row !== undefined) return { released: true as const, nextInSeconds: row.nextInSeconds }
      const cleared = yield* sql`UPDATE webhook_leases SET woken = false
        WHERE endpoint_id = ${endpointId} AND owner = ${owner} RETURNING endpoint_id`
      // Nothing to release: the lease was lost meanwhile.
      if (cleared.length === 0) return { released: true as const, nextInSeconds: null }
      return { released: false as const }
    }),

    /** Releases the lease even if a delivery is due: the worker stops. */
    abandon: Effect.fn("EndpointLease.abandon")(function* (endpointId: string, owner: string) {
      yield* sql`UPDATE webhook_leases SET owner = NULL, expires_at = NULL
        WHERE endpoint_id = ${endpointId} AND owner = ${owner}`
    }),

    /** Keeps every worker from sending to the endpoint for this many milliseconds. */
    hold: Effect.fn("EndpointLease.hold")(function* (endpointId: string, millis: number) {
      yield* sql`UPDATE webhook_leases
        SET hold_until = greatest(hold_until, platform_now() + ${millis}::float8 * interval '1 ms')
        WHERE endpoint_id = ${endpointId}`
    }),

    /** Endpoints with a due delivery and no live lease. */
    neglected: sql<{ id: string }>`
      SELECT e.id FROM webhook_endpoints e
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE e.enabled AND e.paused_at IS NULL
        AND ${free}
        AND (l.hold_until IS NULL OR l.hold_until <= platform_now())
        AND (l.probe_at IS NULL OR l.probe_at <= platform_now())
        AND EXISTS (
          SELECT FROM webhook_deliveries_in_turn d
          WHERE d.endpoint_id = e.id AND d.due_at <= platform_now())`.pipe(
      Effect.map((rows) => rows.map(({ id }) => id)),
      Effect.withSpan("EndpointLease.neglected")
    )
  }
})
