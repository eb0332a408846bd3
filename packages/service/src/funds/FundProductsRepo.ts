import { FundFieldProfile } from "@embedded-super/contracts/schemas"
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

/** The part of a profile that decides who can join. */
const JoiningProfile = Schema.Struct({
  fields: FundFieldProfile,
  tfn_exemptions_accepted: Schema.Boolean
})

interface KnownRow extends Row {
  readonly slug: S.Slug
  readonly is_current: boolean
  readonly is_linked: boolean
  /** Null for a product that can't be joined now. */
  readonly profile: unknown
  readonly is_promoted: boolean | null
}

/** Which products are looked up besides those that can be joined. */
export interface WantedProducts {
  readonly ids?: ReadonlyArray<S.FundProductId>
  readonly usis?: ReadonlyArray<S.Usi>
  /** ABNs of funds. */
  readonly abns?: ReadonlyArray<S.Abn>
}

/** A product that was looked up. */
export interface KnownProduct {
  readonly product: FundProduct
  /** Whether `search` finds it: it isn't withdrawn, and simulated for a sandbox, real otherwise. */
  readonly isCurrent: boolean
  /** Whether the partner's product is linked to its fund. */
  readonly isLinked: boolean
  /** How it can be joined; undefined if it can't be joined now. */
  readonly joinable: JoinableFundProduct | undefined
}

const decode = Schema.decodeUnknownEffect(JoiningProfile)

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
     * The products that linked funds register members with, and others: in alphabetical order. They are open, simulated or
     * real like the partner's product, and of a fund that has credentials. Credentials that the fund refuses suspend calls,
     * not choices: the call waits for new credentials.
     */
    known: Effect.fnUntraced(function* (
      product: S.ProductId,
      { abns = [], ids = [], usis = [] }: WantedProducts
    ) {
      const wanted = [
        ...(ids.length === 0 ? [] : [sql`SELECT id FROM fund_products WHERE ${sql.in("id", ids)}`]),
        ...(usis.length === 0 ? [] : [sql`SELECT id FROM fund_products WHERE ${sql.in("usi", usis)}`]),
        ...(abns.length === 0
          ? []
          : [
              sql`SELECT p.id FROM funds f JOIN fund_products p ON p.fund_id = f.id WHERE ${sql.in("f.abn", abns)}`
            ])
      ]
      const rows = yield* sql<KnownRow>`
        WITH joinable AS MATERIALIZED (
          SELECT p.id, l.promoted FROM fund_links l
          JOIN products t ON t.id = l.product_id
          JOIN funds f ON f.id = l.fund_id AND f.simulated = t.sandboxed
          JOIN fund_products p ON p.fund_id = f.id AND p.withdrawn_at IS NULL AND p.is_open_to_new_members
            AND p.usi = f.profile #>> '{operations,member_registration,usi}'
          WHERE l.product_id = ${product} AND l.enabled
            AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id)
        ), wanted AS (
          SELECT id FROM joinable ${sql.join(" ", false)(wanted.map((query) => sql`UNION ${query}`))}
        )
        SELECT ${columns}, f.slug, j.promoted AS is_promoted,
          CASE WHEN j.id IS NOT NULL THEN
            jsonb_build_object('fields', f.profile -> 'fields',
              'tfn_exemptions_accepted', f.profile -> 'tfn_exemptions_accepted') END AS profile,
          p.withdrawn_at IS NULL AND p.simulated = (SELECT sandboxed FROM products WHERE id = ${product}) AS is_current,
          ${isLinkedTo(product)} AS is_linked
        FROM wanted w JOIN fund_products p ON p.id = w.id JOIN funds f ON f.id = p.fund_id
        LEFT JOIN joinable j ON j.id = p.id
        ORDER BY p.sort_key, p.id`
      return yield* Effect.forEach(
        rows,
        Effect.fnUntraced(function* ({ is_current, is_linked, is_promoted, profile, slug, ...row }) {
          const found: FundProduct = withoutNulls(row)
          const known = { product: found, isCurrent: is_current, isLinked: is_linked }
          if (profile === null) return { ...known, joinable: undefined }
          const joining = yield* Effect.orDie(decode(profile))
          const joinable: JoinableFundProduct = {
            product: found,
            fund: slug,
            ...joining,
            is_promoted: is_promoted === true
          }
          return { ...known, joinable }
        })
      )
    })
  }
})
