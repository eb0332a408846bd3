import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { EmployerContact } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { aheadOf } from "../platform/time/due.ts"
import { firstRow } from "../platform/database/rows.ts"

/** A stored employer, with its current default fund. */
export interface StoredEmployer {
  readonly id: S.EmployerId
  readonly product_id: S.ProductId
  readonly remote_id: S.RemoteId
  readonly abn: S.Abn
  readonly abn_branch_number: S.AbnBranchNumber | null
  readonly name: S.OrganisationName
  readonly country: S.CountryCode
  readonly address: S.Address | null
  readonly contact: S.EmployerContact | null
  readonly accepted_stapling_statement: boolean
  readonly stapling_status: S.StaplingStatus
  readonly last_activity_at: Date | null
  readonly version: number
  /** Test webhooks sent about it: their events are numbered among those of its versions. */
  readonly test_webhooks: number
  readonly inserted_at: Date
  readonly updated_at: Date
  readonly default_fund: StoredDefaultFund | null
}

export interface StoredDefaultFund {
  readonly id: S.EmployerDefaultFundId
  readonly fund_product_id: S.FundProductId
  readonly employer_number: S.EmployerNumber | null
  readonly source: S.DefaultFundSource
  readonly confirmed_at: Date
  /** When it closed for new employees; null while it is open. */
  readonly closed_at: Date | null
}

type Row = Omit<StoredEmployer, "contact" | "default_fund"> & {
  readonly contact: Uint8Array | null
  readonly default_fund_id: S.EmployerDefaultFundId | null
  readonly default_fund_product_id: S.FundProductId | null
  readonly default_fund_employer_number: S.EmployerNumber | null
  readonly default_fund_source: S.DefaultFundSource | null
  readonly default_fund_confirmed_at: Date | null
  readonly default_fund_closed_at: Date | null
}

interface ProductRow {
  readonly sandboxed: boolean
  /** How far the product's business time is ahead (`nowAhead`). */
  readonly ahead: number
}

/** A product, and one of its employers, if there is one with the id. */
export interface WithProduct extends ProductRow {
  readonly employer: StoredEmployer | undefined
}

/** The SQL statements on employers and their default funds. Every one is limited to a product. */
export const employersRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const contacts = sealedDocument(yield* Vault, { table: "employers", column: "contact" }, EmployerContact)

  const columns = sql.literal(`
    e.*, f.id AS default_fund_id, f.fund_product_id AS default_fund_product_id,
    f.employer_number AS default_fund_employer_number, f.source AS default_fund_source,
    f.confirmed_at AS default_fund_confirmed_at, f.closed_at AS default_fund_closed_at
    FROM employers e LEFT JOIN employer_default_funds f ON f.employer_id = e.id AND f.ended_at IS NULL`)

  const stored = Effect.fnUntraced(function* (row: Row): Effect.fn.Return<StoredEmployer> {
    const contact = row.contact === null ? null : yield* contacts.open(row, row.contact)
    return { ...row, contact, default_fund: defaultFundOf(row) }
  })

  const one = (rows: ReadonlyArray<Row>) =>
    rows[0] === undefined ? Effect.succeedNone : Effect.asSome(stored(rows[0]))

  /** The columns that change, in stored form. Activity and test webhooks have their own statements. */
  const written = Effect.fnUntraced(function* (employer: StoredEmployer) {
    const { address, contact } = employer
    return {
      remote_id: employer.remote_id,
      abn: employer.abn,
      abn_branch_number: employer.abn_branch_number,
      name: employer.name,
      country: employer.country,
      address: address === null ? null : JSON.stringify(address),
      contact: contact === null ? null : yield* contacts.seal(employer, contact),
      accepted_stapling_statement: employer.accepted_stapling_statement,
      stapling_status: employer.stapling_status,
      version: employer.version,
      updated_at: employer.updated_at
    }
  })

  const updating = Effect.fnUntraced(function* (employer: StoredEmployer) {
    return sql`UPDATE employers SET ${sql.update(yield* written(employer))},
      last_activity_at = greatest(last_activity_at, ${employer.last_activity_at})
      WHERE product_id = ${employer.product_id} AND id = ${employer.id}`
  })

  return {
    /** Returns false if the product already has an employer with this remote_id. */
    insert: Effect.fnUntraced(function* (employer: StoredEmployer) {
      const { id, inserted_at, product_id } = employer
      const columns = { id, product_id, inserted_at, ...(yield* written(employer)) }
      const rows = yield* sql`INSERT INTO employers ${sql.insert(columns)}
        ON CONFLICT (product_id, remote_id) DO NOTHING RETURNING id`
      return rows.length === 1
    }),

    find: (productId: S.ProductId, id: S.EmployerId) =>
      Effect.flatMap(sql<Row>`SELECT ${columns} WHERE e.product_id = ${productId} AND e.id = ${id}`, one),

    /**
     * A product's time and whether it is a sandbox, and one of its employers; undefined if the product doesn't exist. In one
     * statement, for operations that need both.
     */
    withProduct: (productId: S.ProductId, id: S.EmployerId) =>
      Effect.flatMap(
        sql<ProductRow & Row>`SELECT p.sandboxed, ${sql.literal(aheadOf("p.sandboxed"))} AS ahead, o.*
          FROM products p LEFT JOIN LATERAL (
            SELECT ${columns} WHERE e.product_id = p.id AND e.id = ${id}
          ) o ON true WHERE p.id = ${productId}`,
        Effect.fnUntraced(function* ([row]): Effect.fn.Return<WithProduct | undefined> {
          if (row === undefined) return undefined
          const { ahead, sandboxed, ...employer } = row
          return {
            ahead,
            sandboxed,
            employer: (employer.id as string | null) === null ? undefined : yield* stored(employer)
          }
        })
      ),

    /**
     * Finds the employer and locks it until the transaction ends. A statement that waited for the row returns the default
     * fund from before the wait: then a second one reads again, under the lock. Each change of the default fund also writes
     * the employer's row, so a changed row shows that the statement waited.
     */
    lock: Effect.fnUntraced(function* (productId: S.ProductId, id: S.EmployerId) {
      const rows = yield* sql<Row & { readonly is_fresh: boolean }>`
        SELECT e.ctid = (SELECT o.ctid FROM employers o WHERE o.id = e.id) AS is_fresh, ${columns}
        WHERE e.product_id = ${productId} AND e.id = ${id} FOR NO KEY UPDATE OF e`
      if (rows[0]?.is_fresh !== false) return yield* one(rows)
      return yield* one(yield* sql<Row>`SELECT ${columns} WHERE e.product_id = ${productId} AND e.id = ${id}`)
    }),

    /** Newest first. Returns `limit` + 1 rows if there are more. */
    page: (
      productId: S.ProductId,
      before: string | undefined,
      limit: number,
      remoteId: S.RemoteId | undefined
    ) => {
      const where = sql.and([
        sql`e.product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`e.id < ${before}`]),
        ...(remoteId === undefined ? [] : [sql`e.remote_id = ${remoteId}`])
      ])
      return Effect.flatMap(
        sql<Row>`SELECT ${columns} WHERE ${where} ORDER BY e.id DESC LIMIT ${limit + 1}`,
        (rows) => Effect.forEach(rows, stored)
      )
    },

    /** The id of the product's employer that has this remote_id. */
    holderOf: (productId: S.ProductId, remoteId: S.RemoteId) =>
      Effect.map(
        sql<{ readonly id: S.EmployerId }>`
          SELECT id FROM employers WHERE product_id = ${productId} AND remote_id = ${remoteId}`,
        (rows) => rows[0]?.id
      ),

    /**
     * The write of the fields that the partner and the employer may change, of the last use of an embed, and of the version
     * that the caller incremented. Lock the employer first.
     */
    updating,

    update: (employer: StoredEmployer) => Effect.flatMap(updating(employer), Effect.asVoid),

    /** Ends the current default fund. */
    endDefaultFund: (employer: StoredEmployer, at: Date) =>
      Effect.asVoid(sql`UPDATE employer_default_funds SET ended_at = ${at}
        WHERE product_id = ${employer.product_id} AND employer_id = ${employer.id} AND ended_at IS NULL`),

    /** The write of a default fund, for an employer without a current one. */
    insertingDefaultFund: (employer: StoredEmployer, fund: StoredDefaultFund) =>
      sql`INSERT INTO employer_default_funds
        (id, product_id, employer_id, fund_product_id, employer_number, source, confirmed_at)
        VALUES (${fund.id}, ${employer.product_id}, ${employer.id}, ${fund.fund_product_id}, ${fund.employer_number},
          ${fund.source}, ${fund.confirmed_at})`,

    /** The write that marks the current default fund as closed, or as open again (null). */
    markingDefaultFund: (employer: StoredEmployer, closedAt: Date | null) =>
      sql`UPDATE employer_default_funds SET closed_at = ${closedAt}
        WHERE employer_id = ${employer.id} AND ended_at IS NULL`,

    /**
     * Counts a test webhook of this employer, or of the product's newest; its version stays. `seq` orders the event
     * among the employer's others. Returns undefined if there is no such employer.
     */
    countTestWebhook: (productId: S.ProductId, id: S.EmployerId | undefined) =>
      firstRow(sql<Pick<StoredEmployer, "id" | "remote_id"> & { readonly seq: number }>`
        UPDATE employers SET test_webhooks = test_webhooks + 1
        WHERE product_id = ${productId} AND id = (SELECT id FROM employers WHERE product_id = ${productId}
          AND ${id === undefined ? sql`true` : sql`id = ${id}`} ORDER BY id DESC LIMIT 1)
        RETURNING id, remote_id, version + test_webhooks AS seq`),

    /** A number that increases with each save of the employer's details. */
    detailsSaved: (id: S.EmployerId) =>
      Effect.map(
        sql<{ readonly saved: number }>`
          SELECT coalesce(sum(version), 0)::int AS saved FROM employer_details WHERE employer_id = ${id}`,
        (rows) => rows[0]?.saved ?? 0
      ),

    /** Records when the employer last used an embed. This isn't a change of the employer: its version stays. */
    embedUsed: (productId: S.ProductId, id: S.EmployerId, at: Date) =>
      Effect.asVoid(
        sql`UPDATE employers SET last_activity_at = ${at} WHERE product_id = ${productId} AND id = ${id}`
      )
  }
})

const defaultFundOf = (row: Row): StoredDefaultFund | null =>
  row.default_fund_id === null
    ? null
    : {
        id: row.default_fund_id,
        fund_product_id: row.default_fund_product_id as S.FundProductId,
        employer_number: row.default_fund_employer_number,
        source: row.default_fund_source as S.DefaultFundSource,
        confirmed_at: row.default_fund_confirmed_at as Date,
        closed_at: row.default_fund_closed_at
      }

/** The employer, or a 404 that is the same for an id of another product and for one that doesn't exist. */
export const orNotFound = (
  employer: Option.Option<StoredEmployer>
): Effect.Effect<StoredEmployer, NotFound> =>
  Option.match(employer, {
    onNone: () =>
      Effect.fail(new NotFound({ code: "not_found", detail: "There is no employer with this id." })),
    onSome: Effect.succeed
  })
