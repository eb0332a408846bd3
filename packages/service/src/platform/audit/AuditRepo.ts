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

  /** Inserts the entry for each row of the statement's query with this name. */
  insertFor: (rows: string, entry: StoredAuditEntry) => {
    const { detail, id, entity_id, occurred_at, partner_id, product_id, request_id, ...texts } = entry
    return sql`INSERT INTO audit_log (id, entity_id, occurred_at, partner_id, product_id, request_id, detail,
        actor_kind, actor_id, action, entity_kind)
      SELECT ${id}::uuid, ${entity_id}::uuid, ${occurred_at}::timestamptz, ${partner_id}::uuid, ${product_id}::uuid,
        ${request_id}::uuid, ${detail}::jsonb, ${texts.actor_kind}, ${texts.actor_id}, ${texts.action},
        ${texts.entity_kind}
      FROM ${sql(rows)}`
  },

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
