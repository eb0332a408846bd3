import {
  CollectedEmployerDetails,
  CustomAnswer,
  type FundId,
  type Slug
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { firstRow } from "../platform/database/rows.ts"
import { newId } from "../platform/ids/newId.ts"
import { nowOfProduct } from "../platform/time/due.ts"
import type { Answers } from "./readAnswers.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"

/** The default fund that an employer confirmed in Default Activate. */
export interface ConfirmedFund {
  readonly fund_id: S.FundId
  readonly fund_product_id: S.FundProductId
  readonly usi: S.Usi
  readonly employer_number: S.EmployerNumber | null
  readonly confirmed_at: Date
}

export interface StoredDetails
  extends Answers, Pick<ConfirmedFund, "usi" | "employer_number" | "confirmed_at"> {
  readonly id: string
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly version: number
  readonly saved_at: Date
  readonly abn: S.Abn
  readonly employer_name: S.OrganisationName
}

type Row = Omit<StoredDetails, keyof Answers> & { readonly answers: Uint8Array }

const Document = Schema.Struct({
  details: CollectedEmployerDetails,
  custom_answers: Schema.Array(CustomAnswer)
})

export const detailsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const document = sealedDocument(yield* Vault, { table: "employer_details", column: "answers" }, Document)

  const columns =
    sql.literal(`x.id, x.product_id, x.employer_id, x.version, x.saved_at, x.confirmed_at, x.usi,
    x.employer_number, x.answers, e.abn, e.name AS employer_name
    FROM employer_details x JOIN employers e ON e.id = x.employer_id`)

  const opened = ({ answers, ...row }: Row) =>
    Effect.map(document.open(row, answers), (found): StoredDetails => ({ ...row, ...found }))

  const one = (rows: ReadonlyArray<Row>) => (rows[0] === undefined ? Effect.undefined : opened(rows[0]))

  return {
    /** Locks the employer until the transaction ends, so that its answers are saved one after the other. */
    lockEmployer: (employerId: S.EmployerId) =>
      sql`SELECT FROM employers WHERE id = ${employerId} FOR UPDATE`,

    confirmedFund: (productId: S.ProductId, employerId: S.EmployerId) =>
      firstRow(sql<ConfirmedFund>`SELECT p.fund_id, p.id AS fund_product_id, p.usi, d.employer_number, d.confirmed_at
        FROM employer_default_funds d JOIN fund_products p ON p.id = d.fund_product_id
        WHERE d.product_id = ${productId} AND d.employer_id = ${employerId} AND d.ended_at IS NULL
          AND d.source = 'default_activate_confirmed'`),

    find: (employerId: S.EmployerId, fundId: S.FundId) =>
      Effect.flatMap(
        sql<Row>`SELECT ${columns} WHERE x.employer_id = ${employerId} AND x.fund_id = ${fundId}`,
        one
      ),

    /** Whether the employer has saved answers for this fund. */
    isSaved: (employerId: S.EmployerId, fundId: S.FundId) =>
      Effect.map(
        sql`SELECT FROM employer_details WHERE employer_id = ${employerId} AND fund_id = ${fundId}`,
        (rows) => rows.length > 0
      ),

    findById: (id: string) => Effect.flatMap(sql<Row>`SELECT ${columns} WHERE x.id = ${id}`, one),

    /** Writes the answers as the next version. */
    save: Effect.fnUntraced(function* (
      owner: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
      fund: ConfirmedFund,
      answers: Answers
    ) {
      const [before] = yield* sql<{ id: string; version: number }>`SELECT id, version FROM employer_details
        WHERE employer_id = ${owner.employerId} AND fund_id = ${fund.fund_id} FOR UPDATE`
      const id = before?.id ?? (yield* newId)
      const sealed = yield* document.seal({ product_id: owner.productId, id }, answers)
      const [saved] = yield* sql<{ version: number }>`
        INSERT INTO employer_details AS x (id, product_id, employer_id, fund_id, usi, employer_number, confirmed_at, answers,
          saved_at)
        VALUES (${id}, ${owner.productId}, ${owner.employerId}, ${fund.fund_id}, ${fund.usi}, ${fund.employer_number},
          ${fund.confirmed_at}, ${sealed}, ${nowOfProduct(sql, owner.productId)})
        ON CONFLICT (employer_id, fund_id) DO UPDATE SET usi = excluded.usi, employer_number = excluded.employer_number,
          answers = excluded.answers, version = x.version + 1, saved_at = excluded.saved_at RETURNING version`
      return { detailsId: id, version: saved?.version ?? 1 }
    })
  }
})

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
