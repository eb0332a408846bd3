import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { nowOfFund } from "../platform/time/due.ts"
import type { ListFormat } from "./checkRow.ts"
import { lease } from "../platform/jobs/lease.ts"
import { IS_SUPERSEDED, KEPT_FOR, LEAST_INTERVAL, maxAge, warningAge } from "./listRules.ts"

/** A file whose lease one import holds. Only its newest generation may finish it. */
export interface ClaimedFile {
  readonly id: S.EmployerListFileId
  readonly fund_id: S.FundId
  readonly file_name: S.EmployerListFileName
  readonly expected_sha256: string | null
  readonly overridden: boolean
  /** Whether only a report of the result is wanted. */
  readonly dry_run: boolean
  readonly received_at: Date
  readonly owner: string
}

/** A supplied file as operators see it: none of its contents. */
export interface ListedFile {
  readonly id: S.EmployerListFileId
  readonly fund: S.Slug
  readonly file_name: string
  readonly state: "waiting" | "importing" | "accepted" | "held" | "refused" | "tried"
  readonly reason: string | null
  readonly rows_read: number
  readonly received_at: Date
  readonly is_in_force: boolean
  /** The outcome of a dry run; null for other files. */
  readonly tried_outcome: string | null
  /** When the list in force goes stale: from then on it matches nothing. */
  readonly stale_from: Date | null
  readonly is_stale: boolean
}

/** A fund's list in force. */
export interface CurrentList {
  readonly generation: string
  readonly entries: number
  readonly too_early: boolean
  /** When the weekly rule accepts the next list. */
  readonly next_from: Date
}

/** An import that doesn't renew its lease within this time has died. */
const FILE_LEASE = lease("30 seconds")

const encode = Schema.encodeSync(EmployerListResult)

/** The SQL statements on the files that funds supply, and on the lists in force. */
export const filesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const until = sql.literal(FILE_LEASE.until)

  const listed =
    sql.literal(`f.id, u.slug AS fund, f.file_name, f.state, f.reason, f.rows_read, f.received_at,
    CASE WHEN f.state = 'tried' THEN f.result ->> 'outcome' END AS tried_outcome,
    l.fund_id IS NOT NULL AS is_in_force, l.accepted_at + ${maxAge("u")} AS stale_from,
    coalesce(l.accepted_at <= business_now(u.simulated) - ${maxAge("u")}, false) AS is_stale
    FROM employer_list_files f JOIN funds u ON u.id = f.fund_id
    LEFT JOIN employer_lists l ON l.fund_id = f.fund_id AND l.generation = f.generation`)

  return {
    /** The newest files of all funds, newest first. */
    newest: (limit: number) => sql<ListedFile>`SELECT ${listed} ORDER BY f.id DESC LIMIT ${limit}`,

    /** The fund's newest file that awaits an operator's decision, or that waits or is being imported. Locks it. */
    lockNewestOpen: (fundId: S.FundId) =>
      Effect.map(
        sql<ListedFile>`SELECT ${listed} WHERE f.fund_id = ${fundId} AND f.closed_at IS NULL
            AND NOT f.dry_run AND (f.state IN ('held', 'waiting', 'importing') OR f.reason = 'too_early')
            AND f.received_at > business_now(u.simulated) - ${KEPT_FOR}::interval AND NOT ${sql.literal(IS_SUPERSEDED)}
          ORDER BY f.id DESC LIMIT 1 FOR UPDATE OF f`,
        (rows) => rows[0]
      ),

    /** Queues a file for another import, without the guards of time and size. */
    override: (id: S.EmployerListFileId) =>
      sql`UPDATE employer_list_files SET state = 'waiting', overridden = true, told_at = NULL WHERE id = ${id}`,

    /** Records that an operator has refused a file for good. */
    close: (id: S.EmployerListFileId) =>
      sql`UPDATE employer_list_files SET state = 'refused', closed_at = platform_now() WHERE id = ${id}`,

    insert: (file: {
      readonly id: string
      readonly fundId: S.FundId
      readonly fileName: string
      readonly expectedSha256: string | null
      readonly overridden: boolean
      readonly dryRun: boolean
    }) => sql`INSERT INTO employer_list_files
        (id, fund_id, file_name, expected_sha256, overridden, dry_run, received_at)
      VALUES (${file.id}, ${file.fundId}, ${file.fileName}, ${file.expectedSha256}, ${file.overridden}, ${file.dryRun},
        ${nowOfFund(sql, file.fundId)})
      ON CONFLICT (id) DO NOTHING`,

    /** Claims a file that no process imports, or whose import died. */
    claim: (id: string, owner: string) =>
      Effect.map(
        sql<ClaimedFile>`UPDATE employer_list_files f SET state = 'importing', owner = ${owner}, expires_at = ${until},
            rows_read = 0, generation = NULL
          WHERE id = ${id} AND state IN ('waiting', 'importing') AND ${sql.literal(FILE_LEASE.isFree("f"))}
          RETURNING id, fund_id, file_name, expected_sha256, overridden, dry_run, received_at, owner`,
        (rows) => rows[0]
      ),

    /** Records the progress and renews the lease. Returns false if the lease is lost. */
    progress: (file: ClaimedFile, rows: number) =>
      Effect.map(
        sql`UPDATE employer_list_files SET rows_read = ${rows}, expires_at = ${until}
          WHERE id = ${file.id} AND owner = ${file.owner} AND state = 'importing' RETURNING id`,
        (rows) => rows.length === 1
      ),

    /** Releases the lease of an interrupted import, so that the next one doesn't wait for it to expire. */
    release: (
      file: ClaimedFile
    ) => sql`UPDATE employer_list_files SET state = 'waiting', owner = NULL, expires_at = NULL
      WHERE id = ${file.id} AND owner = ${file.owner} AND state = 'importing'`,

    newGeneration: Effect.fnUntraced(function* (
      file: ClaimedFile,
      format: ListFormat,
      saltId: string | null
    ) {
      const [row] = yield* sql<{ generation: string }>`
        WITH g AS (INSERT INTO employer_list_generations (file_id, salt_id, format, started_at)
          VALUES (${file.id}, ${saltId}, ${format}, platform_now()) RETURNING generation)
        UPDATE employer_list_files f SET generation = g.generation FROM g
        WHERE f.id = ${file.id} AND f.owner = ${file.owner} RETURNING f.generation::text AS generation`
      return row?.generation
    }),

    current: (fundId: S.FundId) =>
      Effect.map(
        sql<CurrentList>`SELECT generation::text AS generation, entries,
            accepted_at > ${nowOfFund(sql, fundId)} - ${LEAST_INTERVAL}::interval AS too_early,
            accepted_at + ${LEAST_INTERVAL}::interval AS next_from
          FROM employer_lists WHERE fund_id = ${fundId} FOR UPDATE`,
        (rows) => rows[0]
      ),

    /** The swap: one row names the generation in force. */
    accept: (fundId: S.FundId, generation: string, entries: number, maxAgeDays: number) =>
      Effect.map(
        sql<{ next_from: Date; stale_from: Date }>`
      INSERT INTO employer_lists AS l (fund_id, generation, entries, accepted_at)
      VALUES (${fundId}, ${generation}::bigint, ${entries}, ${nowOfFund(sql, fundId)})
      ON CONFLICT (fund_id) DO UPDATE SET generation = excluded.generation, entries = excluded.entries,
        accepted_at = excluded.accepted_at, held_generation = NULL, held_shrank = false, staleness_told_at = NULL,
        staleness_warned_at = NULL, staleness_filed_at = NULL
      RETURNING accepted_at + ${LEAST_INTERVAL}::interval AS next_from,
        accepted_at + make_interval(days => ${maxAgeDays}::int) AS stale_from`,
        (rows) => rows[0]
      ),

    /** Removes the fund's hold on a list. */
    letGo: (fundId: S.FundId) =>
      sql`UPDATE employer_lists SET held_generation = NULL, held_shrank = false WHERE fund_id = ${fundId}`,

    /** Marks lists in force that have gone stale, each once. Returns their funds. */
    markStale: sql<{ id: S.FundId; slug: S.Slug }>`
      UPDATE employer_lists l SET staleness_told_at = business_now(f.simulated) FROM funds f
      WHERE f.id = l.fund_id AND l.staleness_told_at IS NULL
        AND l.accepted_at <= business_now(f.simulated) - ${sql.literal(maxAge("f"))}
      RETURNING f.id, f.slug`,

    /** Marks lists in force that go stale soon, each once. Returns their funds and the times. */
    markStaleSoon: sql<{ slug: S.Slug; stale_from: Date }>`
      UPDATE employer_lists l SET staleness_warned_at = business_now(f.simulated) FROM funds f
      WHERE f.id = l.fund_id AND l.staleness_warned_at IS NULL AND l.staleness_told_at IS NULL
        AND l.accepted_at <= business_now(f.simulated) - ${sql.literal(warningAge("f"))}
      RETURNING f.slug, l.accepted_at + ${sql.literal(maxAge("f"))} AS stale_from`,

    hold: (fundId: S.FundId, generation: string, shrank: boolean) => sql`
      UPDATE employer_lists SET held_generation = ${generation}::bigint, held_shrank = ${shrank} WHERE fund_id = ${fundId}`,

    /** Stores the result of an import. Returns false if the lease is lost. */
    finish: (file: ClaimedFile, result: S.EmployerListResult) =>
      Effect.map(
        sql`UPDATE employer_list_files SET state = ${file.dry_run ? "tried" : result.outcome},
            reason = ${file.dry_run ? null : (result.reason?.code ?? null)},
            result = ${JSON.stringify(encode(result))}::jsonb, rows_read = ${result.rows}, owner = NULL, expires_at = NULL,
            finished_at = ${nowOfFund(sql, file.fund_id)}
          WHERE id = ${file.id} AND owner = ${file.owner} AND state = 'importing' RETURNING id`,
        (rows) => rows.length === 1
      )
  }
})
