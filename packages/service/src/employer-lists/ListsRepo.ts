import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DEFAULT_MAX_AGE_DAYS } from "@embedded-super/rules/employer-list/listRules"
import { firstRow } from "../platform/database/rows.ts"
import { nowOfFund } from "../platform/time/due.ts"

/** At most one list a week is accepted, with half a day of grace for a list that comes one night early. */
export const LEAST_INTERVAL = "6 days 12 hours"

/**
 * How long a file that awaits an operator's decision is kept; by then the list that it would replace has gone stale.
 */
export const KEPT_FOR = "35 days"

/** Share of that age at which the warning is given: 28 of 35 days. */
const SOON = 0.8

/** SQL: the age at which the list of the fund `alias`, a row of `funds`, goes stale. */
export const maxAge = (alias: string): string =>
  `make_interval(days => coalesce((${alias}.profile #>> '{operations,employer_lookup,list,max_age_days}')::int,
    ${DEFAULT_MAX_AGE_DAYS}))`

/** SQL: the age at which the fund and the operator are warned. */
const warningAge = (alias: string): string => `${maxAge(alias)} * ${SOON}`

/**
 * SQL: whether a file `f` that awaits an operator's decision is superseded by a newer file that was accepted, awaits a
 * decision itself, or was decided on. A newer file with mistakes changes nothing, so it supersedes nothing.
 */
export const IS_SUPERSEDED = `EXISTS (SELECT FROM employer_list_files n WHERE n.fund_id = f.fund_id AND n.id > f.id
  AND (n.state IN ('accepted', 'held') OR n.reason = 'too_early' OR n.closed_at IS NOT NULL))`

/** A fund's list in force. */
export interface CurrentList {
  readonly generation: string
  readonly entries: number
  readonly too_early: boolean
  /** When the weekly rule accepts the next list. */
  readonly next_from: Date
}

/** A list in force that is stale, or will be soon. */
export interface StaleList {
  readonly fund_id: S.FundId
  readonly slug: S.Slug
  readonly id: S.EmployerListFileId
  readonly file_name: S.EmployerListFileName
  readonly entries: number
  readonly received_at: Date
  readonly stale_from: Date
  readonly is_stale: boolean
  /** The time of the notice, with all digits that PostgreSQL has. */
  readonly noticed_at: string
}

/** The SQL statements on the lists in force. */
export const listsRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  current: (fundId: S.FundId) =>
    firstRow(sql<CurrentList>`SELECT generation::text AS generation, entries,
        accepted_at > ${nowOfFund(sql, fundId)} - ${LEAST_INTERVAL}::interval AS too_early,
        accepted_at + ${LEAST_INTERVAL}::interval AS next_from
      FROM employer_lists WHERE fund_id = ${fundId} FOR UPDATE`),

  /** The swap: one row names the generation in force. */
  accept: (fundId: S.FundId, generation: string, entries: number, maxAgeDays: number) =>
    firstRow(sql<{ next_from: Date; stale_from: Date }>`
    INSERT INTO employer_lists AS l (fund_id, generation, entries, accepted_at)
    VALUES (${fundId}, ${generation}::bigint, ${entries}, ${nowOfFund(sql, fundId)})
    ON CONFLICT (fund_id) DO UPDATE SET generation = excluded.generation, entries = excluded.entries,
      accepted_at = excluded.accepted_at, held_generation = NULL, held_shrank = false, staleness_told_at = NULL,
      staleness_warned_at = NULL, staleness_filed_at = NULL
    RETURNING accepted_at + ${LEAST_INTERVAL}::interval AS next_from,
      accepted_at + make_interval(days => ${maxAgeDays}::int) AS stale_from`),

  hold: (fundId: S.FundId, generation: string, shrank: boolean) => sql`
    UPDATE employer_lists SET held_generation = ${generation}::bigint, held_shrank = ${shrank} WHERE fund_id = ${fundId}`,

  /** Removes the fund's hold on a list. */
  removeHold: (fundId: S.FundId) =>
    sql`UPDATE employer_lists SET held_generation = NULL, held_shrank = false WHERE fund_id = ${fundId}`,

  /** Marks lists in force that have gone stale, each once. Returns their funds, and the age of the lists. */
  markStale: sql<{ id: S.FundId; slug: S.Slug; name: string; days: number }>`
    UPDATE employer_lists l SET staleness_told_at = business_now(f.simulated) FROM funds f
    WHERE f.id = l.fund_id AND l.staleness_told_at IS NULL
      AND l.accepted_at <= business_now(f.simulated) - ${sql.literal(maxAge("f"))}
    RETURNING f.id, f.slug, f.name,
      floor(extract(epoch FROM business_now(f.simulated) - l.accepted_at) / 86400)::int AS days`,

  /** Marks lists in force that go stale soon, each once. Returns their funds and the times. */
  markStaleSoon: sql<{ id: S.FundId; slug: S.Slug; name: string; stale_from: Date }>`
    UPDATE employer_lists l SET staleness_warned_at = business_now(f.simulated) FROM funds f
    WHERE f.id = l.fund_id AND l.staleness_warned_at IS NULL AND l.staleness_told_at IS NULL
      AND l.accepted_at <= business_now(f.simulated) - ${sql.literal(warningAge("f"))}
    RETURNING f.id, f.slug, f.name, l.accepted_at + ${sql.literal(maxAge("f"))} AS stale_from`,

  /** The lists in force of funds with an SFTP account whose newest notice of staleness isn't written as a file yet. */
  staleToFile: sql<StaleList>`
    SELECT l.fund_id, u.slug, f.id, f.file_name, l.entries, f.received_at,
      l.accepted_at + ${sql.literal(maxAge("u"))} AS stale_from, l.staleness_told_at IS NOT NULL AS is_stale,
      greatest(l.staleness_warned_at, l.staleness_told_at)::text AS noticed_at
    FROM employer_lists l JOIN funds u ON u.id = l.fund_id
    JOIN employer_list_generations g ON g.generation = l.generation
    JOIN employer_list_files f ON f.id = g.file_id
    JOIN sftp_accounts a ON a.fund_id = l.fund_id
    WHERE greatest(l.staleness_warned_at, l.staleness_told_at) > coalesce(l.staleness_filed_at, '-infinity')`,

  /** Records that this notice is written; a newer one, since it was read, isn't. */
  staleFiled: ({ fund_id, noticed_at }: StaleList) =>
    sql`UPDATE employer_lists SET staleness_filed_at = ${noticed_at}::timestamptz WHERE fund_id = ${fund_id}`
}))
