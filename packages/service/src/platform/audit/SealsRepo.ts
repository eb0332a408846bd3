import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../database/rows.ts"

/** An entry of the audit log without a seal. */
export interface UnsealedEntry {
  /** In UTC with microseconds, as it is hashed. */
  readonly at: string
  readonly id: string
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string
}

/** A seal: the entry's place in the chain. */
export interface Seal extends UnsealedEntry {
  readonly seq: bigint
  /** In hexadecimal digits. */
  readonly hash: string
}

/** A seal, and what is there of its entry now. */
export interface SealedEntry extends Seal {
  /** The digest of the entry's content now; null if the entry is gone. */
  readonly found: string | null
  /** Whether the entry is so old that it may be deleted. */
  readonly is_expired: boolean
}

/** An arbitrary number that no other code locks: "audit" in ASCII. */
const LOCK = 0x6175646974

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The whole content of an entry `a`, as one text that PostgreSQL writes in the same way each time. */
const CONTENT = `jsonb_build_array(a.id, ${utc("a.occurred_at")}, a.actor_kind, a.actor_id, a.partner_id, a.product_id,
  a.action, a.entity_kind, a.entity_id, a.request_id, a.detail)::text`

const DIGEST = `encode(sha256(convert_to(${CONTENT}, 'UTF8')), 'hex')`

/** The statements on the seals of the audit log. */
export const sealsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const array = <A>(values: ReadonlyArray<A>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))
  const seal = sql.literal(
    `s.seq, ${utc("s.entry_at")} AS at, s.entry_id AS id, encode(s.digest, 'hex') AS digest, encode(s.hash, 'hex') AS hash`
  )
  const sealed = sql.literal(
    "SELECT FROM audit_seals s WHERE s.entry_at = a.occurred_at AND s.entry_id = a.id"
  )
  /** Before the newest sealed entry by this much. */
  const before = (by: Duration.Duration) => sql`(SELECT least(s.entry_at, statement_timestamp())
      - ${Duration.toSeconds(by)}::float8 * interval '1 second'
    FROM audit_seals s ORDER BY s.entry_at DESC LIMIT 1)`

  return {
    /** Whether this transaction alone adds seals now. */
    lock: Effect.map(
      sql<{ readonly locked: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`,
      ([row]) => row?.locked === true
    ),

    /** The last seal. */
    head: firstRow(sql<Seal>`SELECT ${seal} FROM audit_seals s ORDER BY s.seq DESC LIMIT 1`),

    /** A seal by its number. */
    find: (seq: bigint) =>
      firstRow(sql<Seal>`SELECT ${seal} FROM audit_seals s WHERE s.seq = ${String(seq)}::bigint`),

    /**
     * Entries without a seal, in order, from shortly before the newest sealed one. Without the bound, each call would
     * compare the whole log.
     */
    unsealed: (within: Duration.Duration, limit: number) => sql<UnsealedEntry>`
      SELECT a.id, ${sql.literal(utc("a.occurred_at"))} AS at, ${sql.literal(DIGEST)} AS digest
      FROM audit_log a
      WHERE a.occurred_at >= coalesce(${before(within)}, '-infinity') AND NOT EXISTS (${sealed})
      ORDER BY a.occurred_at, a.id LIMIT ${limit}`,

    insert: (seals: ReadonlyArray<Seal>) => sql`
      INSERT INTO audit_seals (seq, entry_at, entry_id, digest, hash)
      SELECT seq, at::timestamptz, id, decode(digest, 'hex'), decode(hash, 'hex') FROM unnest(
        ${array(
          seals.map(({ seq }) => seq),
          PgTypes.OID.int8
        )}, ${array(
          seals.map(({ at }) => at),
          PgTypes.OID.text
        )},
        ${array(
          seals.map(({ id }) => id),
          PgTypes.OID.uuid
        )}, ${array(
          seals.map(({ digest }) => digest),
          PgTypes.OID.text
        )},
        ${array(
          seals.map(({ hash }) => hash),
          PgTypes.OID.text
        )}) AS added (seq, at, id, digest, hash)`,

    /** The seals after a number, with what is there of their entries. */
    page: (after: bigint, limit: number) => sql<SealedEntry>`
      SELECT ${seal},
        CASE WHEN a.id IS NOT NULL THEN ${sql.literal(DIGEST)} END AS found,
        s.entry_at < now() - interval '7 years' AS is_expired
      FROM audit_seals s LEFT JOIN audit_log a ON a.occurred_at = s.entry_at AND a.id = s.entry_id
      WHERE s.seq > ${String(after)}::bigint ORDER BY s.seq LIMIT ${limit}`,

    /** How many entries have no seal, and the first of those that are older than any that the job still seals. */
    unsealedNow: (late: Duration.Duration) =>
      Effect.map(
        sql<{ readonly waiting: number; readonly behind: string | null }>`
          SELECT count(*)::int AS waiting,
            min(a.id::text) FILTER (WHERE a.occurred_at < ${before(late)}) AS behind
          FROM audit_log a WHERE NOT EXISTS (${sealed})`,
        ([row]) => row ?? { waiting: 0, behind: null }
      )
  }
})
