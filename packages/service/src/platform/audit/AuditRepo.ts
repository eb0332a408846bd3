import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** An entry of the audit log as stored. */
export interface StoredAuditEntry {
  readonly id: string
  readonly occurred_at: Date
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly partner_id: string | null
  readonly product_id: string | null
  readonly action: string
  readonly entity_kind: string | null
  readonly entity_id: string | null
  readonly request_id: string | null
  /** JSON. */
  readonly detail: string
}

/** The statements on the audit log. */
export const auditRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  insert: (entry: StoredAuditEntry) => sql`INSERT INTO audit_log ${sql.insert({ ...entry })}`,

  newest: (limit: number) =>
    sql<
      Pick<
        StoredAuditEntry,
        "occurred_at" | "actor_kind" | "actor_id" | "action" | "entity_kind" | "entity_id"
      >
    >`
      SELECT occurred_at, actor_kind, actor_id, action, entity_kind, entity_id
      FROM audit_log ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`
}))
