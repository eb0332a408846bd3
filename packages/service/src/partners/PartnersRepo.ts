import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { Partner, Retention, RetentionChange } from "./Partners.ts"

export interface ListedPartner extends Partner {
  readonly employer_issue_webhooks_enabled: boolean
  readonly suspended_at: Date | null
  readonly products: number
}

export const partnersRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Returns false if another partner has this slug. */
  insert: (partner: Partner) =>
    hasRow(
      sql`INSERT INTO partners ${sql.insert({ ...partner })} ON CONFLICT (slug) DO NOTHING RETURNING id`
    ),

  find: (id: S.PartnerId) =>
    firstRow(sql<Partner>`SELECT id, name, slug, sandboxed FROM partners WHERE id = ${id}`),

  findBySlug: (slug: string) =>
    firstRow(sql<Partner>`SELECT id, name, slug, sandboxed FROM partners WHERE slug = ${slug}`),

  list: sql<ListedPartner>`
    SELECT id, name, slug, sandboxed, employer_issue_webhooks_enabled, suspended_at,
      (SELECT count(*)::int FROM products WHERE partner_id = r.id) AS products
    FROM partners r ORDER BY slug`,

  /** The partner's switch for webhooks about issues, locked until the transaction ends. */
  lockIssueWebhooks: (slug: string) =>
    firstRow(sql<{ readonly id: S.PartnerId; readonly enabled: boolean }>`
      SELECT id, employer_issue_webhooks_enabled AS enabled FROM partners WHERE slug = ${slug} FOR NO KEY UPDATE`),

  setIssueWebhooks: (id: S.PartnerId, enabled: boolean, at: Date) =>
    sql`UPDATE partners SET employer_issue_webhooks_enabled = ${enabled}, updated_at = ${at} WHERE id = ${id}`,

  /** The partner's retention rules, locked until the transaction ends. */
  lockRetention: (slug: string) =>
    firstRow(sql<Retention>`SELECT tfn_retention_days AS "tfnDays", choice_records_kept AS "choiceRecordsKept"
      FROM partners WHERE slug = ${slug} FOR NO KEY UPDATE`),

  /** Suspends the partner, or ends that; undefined if there is no such partner or it is so already. */
  setSuspended: (slug: string, isSuspended: boolean, at: Date) =>
    firstRow(sql<{ readonly id: S.PartnerId }>`UPDATE partners
      SET suspended_at = ${isSuspended ? at : null}, updated_at = ${at}
      WHERE slug = ${slug} AND (suspended_at IS NOT NULL) <> ${isSuspended} RETURNING id`),

  /** Changes the given rules, and returns both rules after the change; undefined if there is no such partner. */
  setRetention: (slug: string, { choiceRecordsKept, tfnDays }: RetentionChange, at: Date) =>
    firstRow(sql<Retention & { readonly id: string }>`UPDATE partners SET updated_at = ${at},
        tfn_retention_days = coalesce(${tfnDays ?? null}::smallint, tfn_retention_days),
        choice_records_kept = coalesce(${choiceRecordsKept ?? null}::boolean, choice_records_kept)
      WHERE slug = ${slug}
      RETURNING id, tfn_retention_days AS "tfnDays", choice_records_kept AS "choiceRecordsKept"`)
}))
