import type { FundId, Slug } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { newId } from "../platform/ids/newId.ts"

/** A file of employer details: begun in the database, written under a temporary name, or in the outbox. */
export interface DetailsFile {
  readonly id: string
  readonly file_name: string
  readonly state: "prepared" | "uploaded" | "placed"
  readonly sha256: string | null
}

export const detailsFilesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** The funds that receive details by file. */
    receivers: (simulated: boolean) =>
      Effect.map(
        sql<{ slug: Slug }>`SELECT slug FROM funds
          WHERE simulated = ${simulated} AND profile #>> '{operations,employer_details,delivery}' = 'sftp' ORDER BY slug`,
        (rows) => rows.map(({ slug }) => slug)
      ),

    /** The fund's files that aren't in its outbox yet, oldest first. */
    unplaced: (fundId: FundId) =>
      sql<DetailsFile>`SELECT id, file_name, state, sha256 FROM employer_details_files
        WHERE fund_id = ${fundId} AND state <> 'placed' ORDER BY id`,

    /** The number of the fund's files whose name starts with `base`. */
    count: (fundId: FundId, base: string) =>
      Effect.map(
        sql<{ count: number }>`SELECT count(*)::int AS count
          FROM employer_details_files WHERE fund_id = ${fundId} AND starts_with(file_name, ${base})`,
        (rows) => rows[0]?.count ?? 0
      ),

    insert: Effect.fnUntraced(function* (fund: StoredFund, file_name: string) {
      const id = yield* newId
      yield* sql`INSERT INTO employer_details_files (id, fund_id, file_name, state, inserted_at)
        VALUES (${id}, ${fund.id}, ${file_name}, 'prepared', business_now(${fund.simulated}))`
      return { id, file_name, state: "prepared", sha256: null } satisfies DetailsFile
    }),

    uploaded: Effect.fnUntraced(function* (file: DetailsFile, sha256: string) {
      yield* sql`UPDATE employer_details_files SET state = 'uploaded', sha256 = ${sha256} WHERE id = ${file.id}`
      return { ...file, state: "uploaded", sha256 } satisfies DetailsFile
    }),

    placed: ({ id }: DetailsFile) => sql`UPDATE employer_details_files SET state = 'placed' WHERE id = ${id}`,

    /** The names of the files that hold these calls. */
    namesOf: (calls: ReadonlyArray<string>) =>
      Effect.map(
        sql<{ file_name: string }>`SELECT DISTINCT f.file_name
          FROM employer_details_files f JOIN fund_calls k ON k.file_id = f.id WHERE ${sql.in("k.id", calls)}
          ORDER BY f.file_name`,
        (rows) => rows.map(({ file_name }) => file_name)
      )
  }
})
