import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { now, toTimestamp } from "../../platform/time/timestamp.ts"
import { finding } from "../findings.ts"
import { maxAge } from "../listRules.ts"
import { foldersOf, makeFolders } from "./folders.ts"
import { writeResult } from "./results.ts"

interface Stale {
  readonly fund_id: S.FundId
  readonly slug: string
  readonly id: S.EmployerListFileId
  readonly file_name: S.EmployerListFileName
  readonly entries: number
  readonly received_at: Date
  readonly stale_from: Date
  readonly is_stale: boolean
}

/**
 * Notifies funds by a `.stale.json` when `ListTimers` has notified the operator: a list goes stale soon, or has gone
 * stale.
 */
export const staleResults = Effect.fnUntraced(function* (root: string, staging: string) {
  const sql = yield* SqlClient.SqlClient
  return Effect.gen(function* () {
    const rows = yield* sql<Stale>`
      SELECT l.fund_id, u.slug, f.id, f.file_name, l.entries, f.received_at,
        l.accepted_at + ${sql.literal(maxAge("u"))} AS stale_from, l.staleness_told_at IS NOT NULL AS is_stale
      FROM employer_lists l JOIN funds u ON u.id = l.fund_id
      JOIN employer_list_generations g ON g.generation = l.generation
      JOIN employer_list_files f ON f.id = g.file_id
      JOIN sftp_accounts a ON a.fund_id = l.fund_id
      WHERE greatest(l.staleness_warned_at, l.staleness_told_at) > coalesce(l.staleness_filed_at, '-infinity')`
    for (const { entries, file_name, fund_id, id, is_stale, received_at, slug, stale_from } of rows) {
      const moment = toTimestamp(stale_from)
      const { inbox } = foldersOf(root, slug)
      const result: S.EmployerListResult = {
        file_id: id,
        file_name,
        outcome: "stale",
        reason: is_stale
          ? finding("stale", undefined, `This list has matched nothing since ${moment}. Supply a new one.`)
          : finding(
              "stale_soon",
              undefined,
              `This list will match nothing from ${moment}. Supply a new one before then.`
            ),
        stale_from: moment,
        received_at: toTimestamp(received_at),
        finished_at: toTimestamp(yield* now),
        rows: entries,
        accepted_rows: entries,
        bad_rows: 0,
        findings: []
      }
      yield* makeFolders([inbox])
      yield* writeResult(staging, inbox, result)
      yield* sql`UPDATE employer_lists SET staleness_filed_at = greatest(staleness_warned_at, staleness_told_at)
        WHERE fund_id = ${fund_id}`
    }
  })
})
