import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { hasRow } from "../../platform/database/rows.ts"
import { OPERATOR } from "../../webhooks/events/operatorBody.ts"
import type { TroubleState } from "./troubleSteps.ts"

/** A trouble with its name; fund and reason are empty where it has none. */
export interface StoredTrouble extends TroubleState {
  readonly id: string
  readonly trouble: string
  readonly fund: string
  readonly because: string
}

/** The statements on troubles that were found. */
export const troublesRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Whether the operator has an address that takes events. */
  hasAddress: hasRow(sql`SELECT FROM webhook_endpoints WHERE product_id = ${OPERATOR} AND enabled`),

  /** The second of two looks at the same time waits here until the first is committed. */
  lock: sql`SELECT pg_advisory_xact_lock(hashtextextended('operator troubles', 0))`,

  now: Effect.map(
    sql<{ now: Date }>`SELECT date_trunc('milliseconds', platform_now()) AS now`,
    ([row]) => row?.now ?? new Date(0)
  ),

  all: sql<StoredTrouble>`SELECT id, trouble, fund, because, found_at AS "foundAt", started_at AS "startedAt", version
    FROM operator_troubles ORDER BY id`,

  save: ({ because, foundAt, fund, id, startedAt, trouble, version }: StoredTrouble) => sql`
    INSERT INTO operator_troubles (id, trouble, fund, because, found_at, started_at, version)
    VALUES (${id}, ${trouble}, ${fund}, ${because}, ${foundAt}, ${startedAt}, ${version})
    ON CONFLICT (id) DO UPDATE SET found_at = excluded.found_at, started_at = excluded.started_at,
      version = excluded.version`
}))
