import * as PgTypes from "@effect/sql-pg/PgTypes"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow, hasRow } from "../platform/database/rows.ts"

/** A product as stored, with the fields that it takes from its partner. */
export interface StoredProduct {
  readonly id: S.ProductId
  readonly partner_id: S.PartnerId
  readonly name: S.OrganisationName
  readonly slug: S.Slug
  readonly sandboxed: boolean
  readonly target_origins: ReadonlyArray<S.TargetOrigin>
  readonly help_url: S.WebUrl | null
  readonly help_email: S.EmailAddress | null
  readonly accent: S.Colour | null
  readonly technical_contact_email: S.EmailAddress | null
  readonly abandonment_policy: S.AbandonmentPolicy
  readonly tfn_access_enabled: boolean
  readonly employer_issue_webhooks_enabled: boolean
  readonly version: number
  readonly inserted_at: Date
  readonly updated_at: Date
}

export interface ListedProduct extends Pick<
  StoredProduct,
  "id" | "name" | "slug" | "sandboxed" | "tfn_access_enabled"
> {
  readonly partner: string
}

const textArray = (texts: ReadonlyArray<string>) => Result.getOrThrow(PgTypes.array(texts, PgTypes.OID.text))

/** The statements on products. Each is limited to one partner, except the operator's. */
export const productsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(
    "p.*, r.employer_issue_webhooks_enabled FROM products p JOIN partners r ON r.id = p.partner_id"
  )

  return {
    /** Whether the partner may have live products: a sandboxed partner may not. */
    mayBeLive: (partnerId: S.PartnerId) =>
      hasRow(sql`SELECT FROM partners WHERE id = ${partnerId} AND NOT sandboxed`),

    /** Returns false if the partner already has a product with this slug. */
    insert: (product: Omit<StoredProduct, "employer_issue_webhooks_enabled">) =>
      hasRow(
        sql`INSERT INTO products ${sql.insert({ ...product, target_origins: textArray(product.target_origins) })} ON CONFLICT (partner_id, slug) DO NOTHING RETURNING id`
      ),

    find: (partnerId: S.PartnerId, id: S.ProductId) =>
      firstRow(sql<StoredProduct>`SELECT ${columns} WHERE p.partner_id = ${partnerId} AND p.id = ${id}`),

    /** Like `find`, locked until the transaction ends. */
    lock: (partnerId: S.PartnerId, id: S.ProductId) =>
      firstRow(
        sql<StoredProduct>`SELECT ${columns} WHERE p.partner_id = ${partnerId} AND p.id = ${id} FOR UPDATE OF p`
      ),

    /** For the operator: the product of any partner, locked until the transaction ends. */
    lockAny: (id: string) =>
      firstRow(sql<StoredProduct>`SELECT ${columns} WHERE p.id::text = ${id} FOR UPDATE OF p`),

    /** The partner's live product of this name, if it has one. */
    liveNamed: (partnerId: S.PartnerId, name: string) =>
      firstRow(sql<Pick<StoredProduct, "id">>`
        SELECT id FROM products WHERE partner_id = ${partnerId} AND name = ${name} AND NOT sandboxed`),

    /** Newest first, one more than `limit` if there are more. */
    page: (
      partnerId: S.PartnerId,
      { before, limit }: { readonly before: string | undefined; readonly limit: number }
    ) =>
      sql<StoredProduct>`SELECT ${columns} WHERE ${sql.and([
        sql`p.partner_id = ${partnerId}`,
        ...(before === undefined ? [] : [sql`p.id < ${before}`])
      ])} ORDER BY p.id DESC LIMIT ${limit + 1}`,

    slugs: (partnerId: S.PartnerId) =>
      Effect.map(
        sql<{ slug: string }>`SELECT slug FROM products WHERE partner_id = ${partnerId}`,
        (rows) => new Set(rows.map((row) => row.slug))
      ),

    update: (product: StoredProduct) => sql`UPDATE products SET name = ${product.name},
      target_origins = ${textArray(product.target_origins)}, help_url = ${product.help_url},
      help_email = ${product.help_email}, accent = ${product.accent}, technical_contact_email = ${product.technical_contact_email},
      abandonment_policy = ${product.abandonment_policy}, version = ${product.version},
      updated_at = ${product.updated_at} WHERE partner_id = ${product.partner_id} AND id = ${product.id}`,

    /** Gives each product of a partner a new ETag, because the partner's fields that it shows have changed. */
    raiseVersions: (partnerId: S.PartnerId, at: Date) =>
      sql`UPDATE products SET version = version + 1, updated_at = ${at} WHERE partner_id = ${partnerId}`,

    /** For the operator: the products of the partner with this slug, or of all partners. */
    list: (partner: string | undefined) => sql<ListedProduct>`
      SELECT p.id, p.name, p.slug, p.sandboxed, p.tfn_access_enabled, r.slug AS partner
      FROM products p JOIN partners r ON r.id = p.partner_id
      ${partner === undefined ? sql`` : sql`WHERE r.slug = ${partner}`}
      ORDER BY r.slug, p.slug`,

    /**
     * For the operator: sets whether the product may read whole tax file numbers. Undefined if there is no such
     * product.
     */
    setTfnAccess: (id: string, enabled: boolean, at: Date) =>
      firstRow(sql<Pick<StoredProduct, "id" | "partner_id">>`
        UPDATE products SET tfn_access_enabled = ${enabled}, version = version + 1, updated_at = ${at}
        WHERE id::text = ${id} RETURNING id, partner_id`)
  }
})
