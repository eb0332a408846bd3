import type { FundId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * The SQL statements on calls that a fund receives by file: employer details of a fund with `delivery: sftp`. They wait
 * like other calls, but no worker makes them: they join the fund's next file, and end once that file is in the outbox.
 */
export const filedCallsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

  return {
    /** Every call of the fund that isn't in the outbox yet. */
    waiting: (fundId: FundId) =>
      Effect.map(
        sql<{ id: string }>`SELECT id FROM fund_calls
          WHERE fund_id = ${fundId} AND operation = 'employer_details' AND state = 'waiting'`,
        ids
      ),

    /** The calls that are in no file yet, locked until the transaction ends. */
    lockUnfiled: (fundId: FundId) =>
      Effect.map(
        sql<{ id: string }>`SELECT id FROM fund_calls
          WHERE fund_id = ${fundId} AND operation = 'employer_details' AND state = 'waiting' AND file_id IS NULL
          ORDER BY id FOR UPDATE`,
        ids
      ),

    isAnyWaiting: (calls: ReadonlyArray<string>) =>
      Effect.map(
        sql`SELECT FROM fund_calls WHERE ${sql.in("id", calls)} AND state = 'waiting'`,
        (rows) => rows.length > 0
      ),

    putInto: (fileId: string, calls: ReadonlyArray<string>) =>
      sql`UPDATE fund_calls SET file_id = ${fileId} WHERE ${sql.in("id", calls)}`,

    /** The ids of the employer details in a file that isn't in the outbox yet. */
    detailsIn: (fileId: string) =>
      Effect.map(
        sql<{ details_id: string }>`SELECT details_id FROM fund_calls
          WHERE file_id = ${fileId} AND state = 'waiting' ORDER BY id`,
        (rows) => rows.map(({ details_id }) => details_id)
      ),

    /** Ends the calls of a file that has reached the outbox. */
    done: (fileId: string, simulated: boolean) =>
      sql`UPDATE fund_calls SET state = 'done', because = 'filed', ended_at = business_now(${simulated})
        WHERE file_id = ${fileId} AND state = 'waiting'`
  }
})
