import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Verdict } from "./answerRules.ts"
import { EndpointLease } from "./EndpointLease.ts"

/** A place in the order of what is due: the due time as the database writes it (to the microsecond), then the id. */
export interface Position {
  readonly dueAt: string
  readonly id: string
}

/** A delivery whose turn it is. Its id is the event's, too: `msg_` and this is the `webhook-id`. */
export interface DueDelivery extends Position {
  /** Attempts made so far. */
  readonly attempts: number
  /** One delivery of an entity is sent at a time. */
  readonly entityId: string
  readonly body: string
  /** Earlier deliveries of the same entity that it takes the place of; hardly ever any. */
  readonly replaces: ReadonlyArray<string> | null
}

export const START: Position = { dueAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" }

/** One attempt that was made, and what it means. */
export interface Attempt {
  /** Made before the attempt, so that the same attempt written down twice counts once. */
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

const arrayOf = (values: ReadonlyArray<unknown>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))

/** The deliveries' own table: what is due, and what came of it. */
export class DeliveryLedger extends Context.Service<
  DeliveryLedger,
  {
    /**
     * The next deliveries of an endpoint whose turn it is, in the order in which they became due, after a position: the
     * first of each entity, or where later ones replace it the last. None unless `owner` holds the lease and the endpoint
     * may be called.
     */
    readonly due: (
      endpointId: string,
      owner: string,
      after: Position,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DueDelivery>, SqlError>
    /** Writes attempts down, with all that follows from them, in one transaction. False if the lease is lost. */
    readonly record: (
      endpointId: string,
      owner: string,
      attempts: ReadonlyArray<Attempt>
    ) => Effect.Effect<boolean, SqlError>
  }
>()("@embedded-super/service/webhooks/DeliveryLedger") {
  static readonly layer = Layer.effect(
    DeliveryLedger,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lease = yield* EndpointLease

      const due = Effect.fnUntraced(function* (
        endpointId: string,
        owner: string,
        after: Position,
        limit: number
      ) {
        return yield* sql<DueDelivery>`
          WITH head AS MATERIALIZED (
            SELECT d.id, d.attempts, d.entity_id, d.due_at, d.replaces
            FROM webhook_deliveries_in_turn d
            WHERE d.endpoint_id = ${endpointId} AND d.due_at <= platform_now()
              AND (d.due_at, d.id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)
              AND EXISTS (
                SELECT FROM webhook_leases l
                JOIN webhook_endpoints e ON e.id = l.endpoint_id AND e.enabled AND e.paused_at IS NULL
                WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND l.expires_at > platform_now()
                  AND (l.hold_until IS NULL OR l.hold_until <= platform_now()))
            ORDER BY d.due_at, d.id
            LIMIT ${limit}
          )
          SELECT h.id, h.attempts, h.entity_id AS "entityId", e.body, h.due_at::text AS "dueAt", h.replaces
          FROM head h JOIN events e ON e.id = h.id
          ORDER BY h.due_at, h.id`
      })

      const writeAttempts = (endpointId: string, owner: string, attempts: ReadonlyArray<Attempt>) => {
        const column = (oid: number, value: (attempt: Attempt) => unknown) =>
          arrayOf(attempts.map(value), oid)
        return sql<{ held: boolean }>`
          WITH lease AS MATERIALIZED (
            SELECT FROM webhook_leases WHERE endpoint_id = ${endpointId} AND owner = ${owner} FOR SHARE
          ), made AS (
            SELECT * FROM unnest(
              ${column(PgTypes.OID.uuid, (_) => _.id)}, ${column(PgTypes.OID.uuid, (_) => _.delivery.id)},
              ${column(PgTypes.OID.text, (_) => _.url)},
              ${column(PgTypes.OID.bool, (_) => _.verdict.kind === "delivered")},
              ${column(PgTypes.OID.int4, (_) => _.status)}, ${column(PgTypes.OID.text, (_) => _.failure)},
              ${column(PgTypes.OID.bytea, (_) => _.answer)}, ${column(PgTypes.OID.int4, (_) => _.took)},
              ${column(PgTypes.OID.int4, (_) => _.ago)}, ${column(PgTypes.OID.int4, (_) => _.retryIn)}
            ) AS a (id, delivery_id, url, delivered, status, failure, answer, took, ago, retry_in)
            WHERE EXISTS (SELECT FROM lease) AND NOT EXISTS (SELECT FROM webhook_attempts w WHERE w.id = a.id)
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
              due_at = CASE WHEN made.delivered THEN d.due_at
                ELSE platform_now() + coalesce(made.retry_in, 0) * interval '1 ms' END,
              last_attempt_at = platform_now() - made.ago * interval '1 ms'
            FROM made WHERE d.id = made.delivery_id
          )
          SELECT EXISTS (SELECT FROM lease) AS held`
      }

      const supersede = (attempts: ReadonlyArray<Attempt>) => {
        const pairs = attempts.flatMap(({ delivery }) =>
          (delivery.replaces ?? []).map((replaced) => [replaced, delivery.id] as const)
        )
        if (pairs.length === 0) return Effect.void
        return sql`
          UPDATE webhook_deliveries d SET state = 'superseded', superseded_by = r.by
          FROM unnest(${arrayOf(
            pairs.map(([replaced]) => replaced),
            PgTypes.OID.uuid
          )},
            ${arrayOf(
              pairs.map(([, by]) => by),
              PgTypes.OID.uuid
            )}) AS r (id, by)
          WHERE d.id = r.id AND d.state = 'pending'`
      }

      const pause = (endpointId: string) => sql`
        UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'gone', version = version + 1,
          updated_at = platform_now()
        WHERE id = ${endpointId} AND paused_at IS NULL`

      const record = Effect.fn("DeliveryLedger.record")(function* (
        endpointId: string,
        owner: string,
        attempts: ReadonlyArray<Attempt>
      ) {
        const longestHold = Math.max(
          0,
          ...attempts.map(({ verdict }) => (verdict.kind === "failed" ? verdict.hold : 0) ?? 0)
        )
        const gone = attempts.some(({ verdict }) => verdict.kind === "gone")
        const replaces = attempts.some(({ delivery }) => delivery.replaces !== null)
        const write = Effect.map(writeAttempts(endpointId, owner, attempts), ([row]) => row?.held ?? false)
        if (longestHold === 0 && !gone && !replaces) return yield* write
        const all = Effect.gen(function* () {
          const held = yield* write
          if (!held) return false
          yield* supersede(attempts)
          if (longestHold > 0) yield* lease.hold(endpointId, longestHold)
          if (gone) yield* pause(endpointId)
          return true
        })
        return yield* sql.withTransaction(all)
      })

      return DeliveryLedger.of({ due, record })
    })
  )
}
