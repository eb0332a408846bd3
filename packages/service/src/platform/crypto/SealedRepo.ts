import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Every column that holds sealed values, by its table. `SealedRepo.test.ts` finds a column that is missing. */
export const SEALED: Readonly<Record<string, ReadonlyArray<string>>> = {
  vault_keys: ["sealed"],
  idempotency_keys: ["answer"],
  funds: ["check_settings"],
  fund_credentials: ["sealed"],
  employers: ["contact"],
  employees: ["details"],
  onboarding_session_intents: ["details"],
  onboarding_sessions: ["details"],
  super_selections: ["self_managed", "membership", "unlisted"],
  tax_file_numbers: ["sealed", "masked"],
  verification_codes: ["phone"],
  choice_forms: ["sealed"],
  stapling_requests: ["fund"],
  simulated_ato_employers: ["fund"],
  employer_list_salts: ["sealed"],
  sftp_host_keys: ["sealed"],
  employer_details: ["answers"],
  employer_issues: ["note"],
  webhook_secrets: ["sealed"],
  webhook_keys: ["sealed"],
  webhook_attempts: ["answer"],
  embed_drafts: ["typed"]
}

/** How many values of a column are sealed under a master key. */
export interface SealedCount {
  readonly table: string
  readonly column: string
  /** The master key's id, in hexadecimal. */
  readonly key_id: string
  readonly count: number
}

/** Counts sealed values by the master key that wraps their data keys: bytes 2 to 9 of each (`envelope`). */
export const sealedRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  counts: Effect.forEach(
    Object.entries(SEALED).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
    ({ column, table }) =>
      Effect.map(
        sql<{ key_id: string; count: number }>`
          SELECT encode(substring(${sql(column)} FROM 2 FOR 8), 'hex') AS key_id, count(*)::int AS count
          FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL GROUP BY 1 ORDER BY 1`,
        (rows) => rows.map((row): SealedCount => ({ table, column, ...row }))
      )
  )
}))
