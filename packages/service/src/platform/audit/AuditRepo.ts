import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

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

/** Which entries are shown; an undefined part selects all. */
export interface AuditFilter {
  /** An operator's name, the id of a key or embed session, or a kind of actor. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly entity?: string | undefined
  readonly product?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

export interface ShownEntry extends Pick<
  StoredAuditEntry,
  "occurred_at" | "actor_kind" | "actor_id" | "action" | "entity_kind" | "entity_id"
> {
  readonly detail: Readonly<Record<string, unknown>>
}

/** An entry with its seal, as one line of JSON; and its place. */
export interface ExportedEntry {
  readonly at: string
  readonly id: string
  readonly line: string
}

const where = (
  sql: SqlClient.SqlClient,
  { action, actor, entity, product, since, until }: AuditFilter,
  more: ReadonlyArray<Statement.Fragment> = []
) => {
  const all = [
    ...more,
    ...(actor === undefined ? [] : [sql`(actor_id = ${actor} OR actor_kind = ${actor})`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(entity === undefined ? [] : [sql`entity_id::text = ${entity}`]),
    ...(product === undefined ? [] : [sql`product_id::text = ${product}`]),
    ...(since === undefined ? [] : [sql`occurred_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`occurred_at < ${until}`])
  ]
  return all.length === 0 ? sql`` : sql`WHERE ${sql.and(all)}`
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

  /** The newest entries that fit the filter, newest first. */
  newest: (filter: AuditFilter, limit: number) =>
    sql<ShownEntry>`
      SELECT occurred_at, actor_kind, actor_id, action, entity_kind, entity_id, detail
      FROM audit_log ${where(sql, filter)} ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`,

  /** Entries with their seals as JSON, oldest first, after a place. */
  exported: (filter: AuditFilter, after: ExportedEntry | undefined, limit: number) =>
    sql<ExportedEntry>`
      SELECT a.occurred_at::text AS at, a.id, json_build_object('seq', s.seq, 'digest', encode(s.digest, 'hex'),
        'hash', encode(s.hash, 'hex'), 'entry', to_json(a))::text AS line
      FROM audit_log a LEFT JOIN audit_seals s ON s.entry_at = a.occurred_at AND s.entry_id = a.id
      ${where(sql, filter, after === undefined ? [] : [sql`(a.occurred_at, a.id) > (${after.at}::timestamptz, ${after.id}::uuid)`])}
      ORDER BY a.occurred_at, a.id LIMIT ${limit}`
}))
