import { FundProfile } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { withoutNulls } from "../platform/answers/answers.ts"

/** A super fund's product: the data that lets a person recognise it, and the legal facts about offering it. */
export type FundProduct = Omit<S.EmbedFundProduct, "can_register">

/** A product that the service can register members with now, and the member fields that its fund asks for. */
export interface JoinableFundProduct {
  readonly product: FundProduct
  /** The slug of its fund. */
  readonly fund: S.Slug
  readonly fields: S.FundFieldProfile
  readonly tfn_exemptions_accepted: boolean
  /** Whether the operator advertises it to the product's employees, where the law allows that. */
  readonly is_promoted: boolean
}

/**
 * The columns read, by name. If the row took its type from the contract, it would change silently with the contract.
 */
interface Row extends Pick<
  FundProduct,
  | "id"
  | "fund_name"
  | "abn"
  | "name"
  | "usi"
  | "is_mysuper"
  | "is_open_to_new_members"
  | "contribution_restricted"
  | "performance_test"
> {
  readonly homepage_url: S.WebUrl | null
  readonly pds_url: S.WebUrl | null
  readonly tmd_url: S.WebUrl | null
}

interface JoinableRow extends Row {
  readonly profile: unknown
  readonly slug: S.Slug
  readonly is_promoted: boolean
}

const decode = Schema.decodeUnknownEffect(FundProfile)

/** Escapes LIKE wildcards, so that typed text matches itself. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`

/** The SQL statements that find fund products for people to choose from. */
export const fundProductsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(`p.id, f.name AS fund_name, f.abn, p.name, p.usi, p.is_mysuper,
    p.is_open_to_new_members, p.contribution_restricted, p.performance_test, p.homepage_url, p.pds_url, p.tmd_url`)

  const present = (rows: ReadonlyArray<Row>): ReadonlyArray<FundProduct> => rows.map(withoutNulls)

  /** A product that the partner's product may name: of a simulated fund for a sandbox, of a real fund otherwise. */
  const findWhere = (product: S.ProductId, where: Statement.Fragment) =>
    Effect.map(
      sql<Row>`SELECT ${columns} FROM fund_products p JOIN funds f ON f.id = p.fund_id
        WHERE ${where} AND p.withdrawn_at IS NULL
          AND p.simulated = (SELECT sandboxed FROM products WHERE id = ${product})`,
      (rows) => present(rows)[0]
    )

  const isLinkedTo = (product: S.ProductId) =>
    sql`EXISTS (SELECT FROM fund_links l WHERE l.fund_id = p.fund_id AND l.product_id = ${product} AND l.enabled)`

  return {
    /** Sorted by name. Returns `limit` + 1 rows if there are more. */
    search: ({
      after,
      among,
      limit,
      product,
      words
    }: {
      readonly product: S.ProductId
      readonly among: "possible_defaults" | "all" | ReadonlyArray<S.FundProductId>
      readonly words: ReadonlyArray<string>
      readonly after: string | undefined
      readonly limit: number
    }) => {
      const where = sql.and([
        sql`p.withdrawn_at IS NULL`,
        sql`p.simulated = (SELECT sandboxed FROM products WHERE id = ${product})`,
        ...words.map((word) => sql`p.search_text LIKE ${containing(word)}`),
        ...(among === "possible_defaults"
          ? [sql`p.is_mysuper AND p.is_open_to_new_members`, isLinkedTo(product)]
          : []),
        ...(typeof among === "string" ? [] : [among.length === 0 ? sql`false` : sql.in("p.id", among)]),
        ...(after === undefined
          ? []
          : [sql`(p.sort_key, p.id) > (SELECT sort_key, id FROM fund_products WHERE id = ${after})`])
      ])
      return Effect.map(
        sql<Row>`SELECT ${columns} FROM fund_products p JOIN funds f ON f.id = p.fund_id
          WHERE ${where} ORDER BY p.sort_key, p.id LIMIT ${limit + 1}`,
        present
      )
    },

    linked: (product: S.ProductId) =>
      Effect.map(
        sql<Pick<Row, "id">>`SELECT p.id FROM fund_products p WHERE ${isLinkedTo(product)}`,
        (rows) => rows.map(({ id }) => id)
      ),

    find: (product: S.ProductId, id: S.FundProductId) => findWhere(product, sql`p.id = ${id}`),

    findByUsi: (product: S.ProductId, usi: S.Usi) => findWhere(product, sql`p.usi = ${usi}`),

    /** One product of the fund with this ABN. */
    findByAbn: (product: S.ProductId, abn: S.Abn) => findWhere(product, sql`f.abn = ${abn}`),

    findByIds: (ids: ReadonlyArray<S.FundProductId>) =>
      ids.length === 0
        ? Effect.succeed([])
        : Effect.map(
            sql<Row>`SELECT ${columns} FROM fund_products p JOIN funds f ON f.id = p.fund_id
              WHERE ${sql.in("p.id", ids)}`,
            present
          ),

    /**
     * The products that linked funds register members with: open, simulated or real like the partner's product, and of
     * a fund that has credentials. Credentials that the fund refuses suspend calls, not choices: the call waits for new
     * credentials.
     */
    joinable: Effect.fnUntraced(function* (product: S.ProductId) {
      const rows = yield* sql<JoinableRow>`
        SELECT ${columns}, f.profile, f.slug, l.promoted AS is_promoted FROM fund_links l
        JOIN products t ON t.id = l.product_id
        JOIN funds f ON f.id = l.fund_id AND f.simulated = t.sandboxed
        JOIN fund_products p ON p.fund_id = f.id AND p.withdrawn_at IS NULL AND p.is_open_to_new_members
          AND p.usi = f.profile #>> '{operations,member_registration,usi}'
        WHERE l.product_id = ${product} AND l.enabled
          AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id)
        ORDER BY p.sort_key, p.id`
      return yield* Effect.forEach(rows, ({ is_promoted, profile, slug, ...row }) =>
        Effect.map(
          Effect.orDie(decode(profile)),
          ({ fields, tfn_exemptions_accepted }): JoinableFundProduct => ({
            product: withoutNulls(row),
            fund: slug,
            fields,
            tfn_exemptions_accepted,
            is_promoted
          })
        )
      )
    })
  }
})
