import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { IssueEvent } from "./eventBody.ts"
import type { EventRow } from "./EventsRepo.ts"

/** Writes events of one product's issues, and a delivery of each if an endpoint wants them. */
export const insertIssueEvents = (
  to: Pick<EventRow, "endpointId" | "insertedAt" | "withheld"> & { readonly productId: string },
  events: ReadonlyArray<IssueEvent & { readonly id: string; readonly body: string }>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const column = (oid: number, value: (event: (typeof events)[number]) => unknown) =>
      Result.getOrThrow(PgTypes.array(events.map(value), oid))
    yield* sql`
      WITH recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at, withheld)
        SELECT n.id, ${to.productId}, 'employer_issue', n.event, n.entity_id, n.seq, n.body, ${to.insertedAt},
          ${to.withheld}::boolean
        FROM unnest(
          ${column(PgTypes.OID.uuid, ({ id }) => id)}, ${column(PgTypes.OID.text, ({ event }) => event)},
          ${column(PgTypes.OID.uuid, ({ entityId }) => entityId)}, ${column(PgTypes.OID.int4, ({ seq }) => seq)},
          ${column(PgTypes.OID.text, ({ body }) => body)}
        ) AS n (id, event, entity_id, seq, body)
        RETURNING id, product_id, subject, event, entity_id, seq, inserted_at
      )
      INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
        due_at, inserted_at)
      SELECT id, ${to.endpointId}, product_id, subject, event, entity_id, seq, false, 'pending', platform_now(),
        inserted_at
      FROM recorded WHERE ${to.endpointId}::uuid IS NOT NULL`
  })
