import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult, EmployerListFileName } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { ListFormat } from "@embedded-super/rules/employer-list/checkRow"
import { counts } from "@embedded-super/rules/employer-list/fileNames"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { nowOfFund } from "../platform/time/due.ts"
import { lease } from "../platform/jobs/lease.ts"
import { IS_SUPERSEDED, KEPT_FOR, maxAge } from "./ListsRepo.ts"

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

/** An import that doesn't renew its lease within this time has died. */
const FILE_LEASE = lease("30 seconds")

const encode = Schema.encodeSync(EmployerListResult)

/** A file in the staging folder. */
export interface StagedFile {
  readonly id: string
  readonly slug: string
  readonly result: unknown
  /** Waiting, or being imported. */
  readonly is_open: boolean
  /** An operator may still override it. */
  readonly is_kept: boolean
  /** Its result is written beside the fund's other files. */
  readonly is_reported: boolean
}

/** The SQL statements on the files that funds supply. */
export const filesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const until = sql.literal(FILE_LEASE.until)

  const isKept = sql`f.closed_at IS NULL AND f.received_at > business_now(u.simulated) - ${KEPT_FOR}::interval
    AND NOT ${sql.literal(IS_SUPERSEDED)}`

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
      firstRow(sql<ListedFile>`SELECT ${listed} WHERE f.fund_id = ${fundId} AND ${isKept}
          AND NOT f.dry_run AND (f.state IN ('held', 'waiting', 'importing') OR f.reason = 'too_early')
        ORDER BY f.id DESC LIMIT 1 FOR UPDATE OF f`),

    /** Queues a file for another import, without the guards of time and size. */
    override: (id: S.EmployerListFileId) =>
      sql`UPDATE employer_list_files SET state = 'waiting', overridden = true, reported_at = NULL WHERE id = ${id}`,

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
      firstRow(sql<ClaimedFile>`UPDATE employer_list_files f SET state = 'importing', owner = ${owner}, expires_at = ${until},
          rows_read = 0, generation = NULL
        WHERE id = ${id} AND state IN ('waiting', 'importing') AND ${sql.literal(FILE_LEASE.isFree("f"))}
        RETURNING id, fund_id, file_name, expected_sha256, overridden, dry_run, received_at, owner`),

    /** Records the progress and renews the lease. Returns false if the lease is lost. */
    progress: (file: ClaimedFile, rows: number) =>
      hasRow(sql`UPDATE employer_list_files SET rows_read = ${rows}, expires_at = ${until}
        WHERE id = ${file.id} AND owner = ${file.owner} AND state = 'importing' RETURNING id`),

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

    /** Stores the result of an import. Returns false if the lease is lost. */
    finish: (file: ClaimedFile, result: S.EmployerListResult) =>
      hasRow(sql`UPDATE employer_list_files SET state = ${file.dry_run ? "tried" : result.outcome},
          reason = ${file.dry_run ? null : (result.reason?.code ?? null)},
          result = ${JSON.stringify(encode(result))}::jsonb, rows_read = ${result.rows}, owner = NULL, expires_at = NULL,
          finished_at = ${nowOfFund(sql, file.fund_id)}
        WHERE id = ${file.id} AND owner = ${file.owner} AND state = 'importing' RETURNING id`),

    /** The number of the fund's files that were received within the last hour. */
    countOfLastHour: (fund: StoredFund) =>
      Effect.map(
        sql<{ count: number }>`SELECT count(*)::int AS count FROM employer_list_files
          WHERE fund_id = ${fund.id} AND received_at > business_now(${fund.simulated}) - interval '1 hour'`,
        (rows) => rows[0]?.count ?? 0
      ),

    /** Files that wait for an import, and files whose import died. */
    unfinished: sql<{ id: string }>`SELECT id FROM employer_list_files
      WHERE state = 'waiting' OR (state = 'importing' AND expires_at <= platform_now()) ORDER BY id LIMIT 100`,

    /** The unfinished files that were received at least ten minutes ago. */
    unfinishedForLong: sql<{ id: string }>`
      SELECT f.id FROM employer_list_files f JOIN funds u ON u.id = f.fund_id
      WHERE (f.state = 'waiting' OR (f.state = 'importing' AND f.expires_at <= platform_now()))
        AND f.received_at <= business_now(u.simulated) - interval '10 minutes' LIMIT 100`,

    staged: (ids: ReadonlyArray<string>) => sql<StagedFile>`
      SELECT f.id, u.slug, f.result, f.state IN ('waiting', 'importing') AS is_open, f.reported_at IS NOT NULL AS is_reported,
        (f.state = 'held' OR f.reason = 'too_early') AND ${isKept} AS is_kept
      FROM employer_list_files f JOIN funds u ON u.id = f.fund_id WHERE ${sql.in("f.id", ids)}`,

    /** Records that this result is written. Changes nothing if an operator has meanwhile had the file imported again. */
    reported: ({ file_id, finished_at, outcome }: S.EmployerListResult) =>
      sql`UPDATE employer_list_files SET reported_at = platform_now() WHERE id = ${file_id}
        AND state NOT IN ('waiting', 'importing') AND result ->> 'outcome' = ${outcome}
        AND result ->> 'finished_at' = ${finished_at}`,

    /** Refuses a held file that is no longer kept. */
    refuseHeld: (id: string) =>
      sql`UPDATE employer_list_files SET state = 'refused' WHERE id = ${id} AND state = 'held'`,

    remove: (id: string) => sql`DELETE FROM employer_list_files WHERE id = ${id}`,

    /** Deletes the row of a file that no longer exists; if its import has begun, refuses the file instead. */
    forgetLost: (id: string) =>
      Effect.andThen(
        sql`DELETE FROM employer_list_files f WHERE id = ${id} AND state = 'waiting'
          AND NOT EXISTS (SELECT FROM employer_list_generations g WHERE g.file_id = f.id)`,
        sql`UPDATE employer_list_files SET state = 'refused', reason = 'unreadable', owner = NULL, expires_at = NULL,
          finished_at = (SELECT business_now(u.simulated) FROM funds u WHERE u.id = fund_id) WHERE id = ${id}`
      )
  }
})

const hasForm = Schema.is(EmployerListFileName)

/** A list's name as the time line and the boards show it: one of another form than the contract's is free text. */
export const shownFileName = (name: string): string => (hasForm(name) ? name : "(another name)")

/** The shown name of a file that isn't imported: its name must also have the form that was agreed with the fund. */
export const shownUploadName = (name: string, pattern: string | undefined): string =>
  counts(name, pattern) ? shownFileName(name) : shownFileName("")
