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

/** The head of the chain, with the fingerprint by which it is known to be genuine. */
interface KeptHead extends Pick<Seal, "hash" | "seq"> {
  readonly mac: Uint8Array
}

/** An arbitrary number that no other code locks: "audit" in ASCII. */
const LOCK = 0x6175646974

const utc = (column: string) =>
  `pg_catalog.to_char(pg_catalog.timezone('UTC', ${column}), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const hex = (bytes: string) => `pg_catalog.encode(${bytes}, 'hex')`

/** The whole content of an entry `a`, as one text that PostgreSQL writes in the same way each time. */
const CONTENT = `pg_catalog.jsonb_build_array(a.id, ${utc("a.occurred_at")}, a.actor_kind, a.actor_id, a.partner_id, a.product_id,
  a.action, a.entity_kind, a.entity_id, a.request_id, a.detail)::pg_catalog.text`

const DIGEST = hex(`pg_catalog.sha256(pg_catalog.convert_to(${CONTENT}, 'UTF8'))`)

/** A time that an entry can have (migration 0037); an earlier version may have stored others. */
const IS_TIME = "a.occurred_at >= '1970-01-01 00:00:00+00' AND a.occurred_at < '3000-01-01 00:00:00+00'"

/** An entry `a` has no seal. */
const IS_UNSEALED =
  "NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_at = a.occurred_at AND s.entry_id = a.id)"

/** How far behind the newest sealed entry the frequent run looks for entries that were committed late. */
export const SOON = Duration.minutes(2)

/** The statements on the seals of the audit log. */
export const sealsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const array = <A>(values: ReadonlyArray<A>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))
  const seal = sql.literal(
    `s.seq, ${utc("s.entry_at")} AS at, s.entry_id AS id, ${hex("s.digest")} AS digest, ${hex("s.hash")} AS hash`
  )
  const isTime = sql.literal(IS_TIME)
  const isUnsealed = sql.literal(IS_UNSEALED)
  const ago = (by: Duration.Duration) => sql`${Duration.toSeconds(by)}::float8 * interval '1 second'`
  /** Before the newest sealed entry by this much. */
  const before = (by: Duration.Duration) => sql`(SELECT s.entry_at - ${ago(by)} FROM audit_seals s
    WHERE s.entry_at <= statement_timestamp() ORDER BY s.entry_at DESC LIMIT 1)`

  return {
    /** Entries without a seal since shortly before the newest sealed one, and for how many seconds the first has waited. */
    waiting: (within: Duration.Duration, most: number) => sql<{
      readonly waiting: number
      readonly oldest: number | null
    }>`
      SELECT count(*)::int AS waiting, extract(epoch FROM statement_timestamp() - min(w.occurred_at))::float8 AS oldest
      FROM (
        SELECT a.occurred_at FROM audit_log a
        WHERE a.occurred_at >= coalesce(${before(within)}, '-infinity') AND a.occurred_at <= statement_timestamp()
          AND ${isTime} AND ${isUnsealed}
        ORDER BY a.occurred_at LIMIT ${most}) w`,

    /** Until this transaction ends, a function or an operator of another schema isn't taken for PostgreSQL's own. */
    ownFunctions: sql`SELECT pg_catalog.set_config('search_path',
      pg_catalog.concat('pg_catalog, ', pg_catalog.current_setting('search_path')), true)`,

    /** The head as it is kept beside the seals. */
    keptHead: firstRow(sql<KeptHead>`SELECT seq, ${sql.literal(hex("hash"))} AS hash, mac FROM audit_head`),

    keepHead: ({ hash, seq }: Pick<Seal, "hash" | "seq">, mac: Uint8Array) => sql`
      INSERT INTO audit_head (seq, hash, mac) VALUES (${String(seq)}::bigint, decode(${hash}, 'hex'), ${mac})
      ON CONFLICT (is_only) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`,

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
      WHERE a.occurred_at >= coalesce(${before(within)}, '-infinity') AND ${isTime} AND ${isUnsealed}
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

    /** How many entries have no seal, and the first of those that are older than this, or have no time that is sealed. */
    unsealedNow: (old: Duration.Duration) =>
      Effect.map(
        sql<{ readonly waiting: number; readonly forgotten: string | null }>`
          SELECT count(*)::int AS waiting,
            min(a.id::text) FILTER (WHERE a.occurred_at < statement_timestamp() - ${ago(old)} OR NOT (${isTime})) AS forgotten
          FROM audit_log a WHERE ${isUnsealed}`,
        ([row]) => row ?? { waiting: 0, forgotten: null }
      )
  }
})
