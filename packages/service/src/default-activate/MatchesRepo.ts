import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { VALUE_COLUMNS, type Values } from "@embedded-super/rules/employer-list/checkRow"
import * as Duration from "effect/Duration"
import { columnsOf } from "../employer-lists/EntriesRepo.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import { nowOfProduct } from "../platform/time/due.ts"
import { Settings } from "../platform/config/Settings.ts"

/** A stored match: a fund that knows the employer, and what it returned about it. */
export interface StoredMatch extends Values {
  readonly id: S.EmbedMatchId
  readonly fund_id: S.FundId
  readonly fund_product_id: S.FundProductId
  readonly confirmed_at: Date | null
  readonly declined_at: Date | null
  /** The fund's own message for its tile. */
  readonly message: S.ShortText | null
}

/** A linked fund that may know the employer, and the product that it would be asked about. */
export interface FundToAsk {
  readonly fund_id: S.FundId
  readonly slug: S.Slug
  readonly fund_product_id: S.FundProductId
}

/** How long a declined fund isn't asked again (D-default-activate). */
export const DECLINED_FOR = "90 days"

/** How long another embed of the employer's can take a decline back: a page that is loaded again opens another one. */
const UNDONE_WITHIN = "1 day"

export const matchesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns =
    sql.literal(`m.id, m.fund_id, m.fund_product_id, ${columnsOf("m")}, m.confirmed_at, m.declined_at,
    f.profile #>> '{fund,message_to_employers}' AS message`)

  /** This embed's matches, and the newest of each other fund that the employer declined lately in another embed. */
  const ofEmbed = ({ embedSessionId, employerId, productId }: OpenEmbed) => sql`m.employer_id = ${employerId}
    AND (m.embed_session_id = ${embedSessionId}
      OR (m.declined_at > ${nowOfProduct(sql, productId)} - ${UNDONE_WITHIN}::interval
        AND NOT EXISTS (SELECT FROM employer_matches o
          WHERE o.employer_id = m.employer_id AND o.fund_id = m.fund_id
            AND (o.embed_session_id = ${embedSessionId} OR (o.declined_at, o.id) > (m.declined_at, m.id)))))`

  return {
    /**
     * The funds to ask: linked to the product, simulated or real like it, taking part in Default Activate with an open
     * MySuper product that isn't already the employer's default, not declined in the last 90 days, and without a match
     * in this embed.
     */
    toAsk: ({ embedSessionId, employerId, productId }: OpenEmbed) => sql<FundToAsk>`
      SELECT f.id AS fund_id, f.slug, p.id AS fund_product_id FROM fund_links l
      JOIN products t ON t.id = l.product_id
      JOIN funds f ON f.id = l.fund_id AND f.simulated = t.sandboxed
      JOIN fund_products p ON p.fund_id = f.id AND p.usi = f.profile ->> 'default_activate_usi'
        AND p.withdrawn_at IS NULL AND p.is_mysuper AND p.is_open_to_new_members
      WHERE l.product_id = ${productId} AND l.enabled
        AND NOT EXISTS (SELECT FROM employer_default_funds d
          WHERE d.employer_id = ${employerId} AND d.ended_at IS NULL AND d.fund_product_id = p.id)
        AND NOT EXISTS (SELECT FROM employer_match_declines d
          WHERE d.employer_id = ${employerId} AND d.fund_id = f.id
            AND d.declined_at > business_now(t.sandboxed) - ${DECLINED_FOR}::interval)
        AND NOT EXISTS (SELECT FROM employer_matches m
          WHERE m.embed_session_id = ${embedSessionId} AND m.fund_id = f.id)
      ORDER BY f.id`,

    insert: (
      { embedSessionId, employerId, productId }: OpenEmbed,
      match: Pick<StoredMatch, "id" | "fund_id" | "fund_product_id" | keyof Values>
    ) => sql`INSERT INTO employer_matches
        (id, embed_session_id, product_id, employer_id, fund_id, fund_product_id, ${sql.literal(columnsOf())}, found_at)
      VALUES (${match.id}, ${embedSessionId}, ${productId}, ${employerId}, ${match.fund_id}, ${match.fund_product_id},
        ${sql.csv(VALUE_COLUMNS.map((column) => sql`${match[column]}`))}, ${nowOfProduct(sql, productId)})
      ON CONFLICT (embed_session_id, fund_id) DO NOTHING`,

    /** The matches that this embed shows and that aren't confirmed, declined or not, in alphabetical order of the funds. */
    unconfirmed: (embed: OpenEmbed) => sql<StoredMatch>`
      SELECT ${columns} FROM employer_matches m JOIN funds f ON f.id = m.fund_id
      JOIN fund_products p ON p.id = m.fund_product_id
      WHERE ${ofEmbed(embed)} AND m.confirmed_at IS NULL
      ORDER BY p.sort_key, m.id`,

    /** One match that this embed shows, locked until the transaction ends. */
    lock: (embed: OpenEmbed, id: S.EmbedMatchId) =>
      firstRow(sql<StoredMatch>`SELECT ${columns} FROM employer_matches m JOIN funds f ON f.id = m.fund_id
        WHERE m.id = ${id} AND ${ofEmbed(embed)}
        FOR UPDATE OF m`),

    confirm: ({ productId }: OpenEmbed, id: S.EmbedMatchId) =>
      sql`UPDATE employer_matches SET confirmed_at = ${nowOfProduct(sql, productId)} WHERE id = ${id}`,

    /** The decline is stored for the employer, beyond the embed. */
    decline: (
      { employerId, productId }: OpenEmbed,
      match: StoredMatch,
      reason: S.EmbedMatchDecline["reason"]
    ) =>
      Effect.andThen(
        sql`UPDATE employer_matches SET declined_at = ${nowOfProduct(sql, productId)} WHERE id = ${match.id}`,
        sql`INSERT INTO employer_match_declines (employer_id, fund_id, reason, declined_at)
          VALUES (${employerId}, ${match.fund_id}, ${reason}, ${nowOfProduct(sql, productId)})
          ON CONFLICT (employer_id, fund_id) DO UPDATE SET reason = excluded.reason, declined_at = excluded.declined_at`
      ),

    /** Opens a declined match again, in this embed; its fund may be asked about the employer. */
    undoDecline: ({ embedSessionId, employerId }: OpenEmbed, match: StoredMatch) =>
      Effect.andThen(
        sql`UPDATE employer_matches SET declined_at = NULL, embed_session_id = ${embedSessionId}
          WHERE id = ${match.id}`,
        sql`DELETE FROM employer_match_declines WHERE employer_id = ${employerId} AND fund_id = ${match.fund_id}`
      )
  }
})

/** The result of a lookup: when it finished, and how many linked funds it didn't ask. */
export interface FinishedLookup {
  readonly finished_at: Date
  readonly funds_not_asked: number
}

/**
 * The SQL statements on the lookups that start when employers' embeds are opened. A claim limits the work of a process,
 * so it expires by true time, not by the platform's.
 */
export const matchLookupsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { timeouts } = yield* Settings
  /** How long a claim is valid, in seconds: an older unfinished lookup was lost with its process. */
  const claimedFor = Duration.toSeconds(timeouts.lookup) + 1

  return {
    /** Claims the lookup. Returns false if it is finished, or if another claim on it is valid. */
    claim: (id: S.EmbedSessionId, claim: string) =>
      hasRow(sql`INSERT INTO match_lookups AS l (embed_session_id, claim, claimed_until)
        VALUES (${id}, ${claim}, clock_timestamp() + ${claimedFor} * interval '1 second')
        ON CONFLICT (embed_session_id) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until
          WHERE l.finished_at IS NULL AND l.claimed_until <= clock_timestamp()
        RETURNING embed_session_id`),

    finish: (id: S.EmbedSessionId, claim: string, fundsNotAsked: number) =>
      sql`UPDATE match_lookups SET finished_at = platform_now(), funds_not_asked = ${fundsNotAsked}
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    /** Ends the claim on an unfinished lookup, so that another process needn't wait until it expires. */
    release: (id: S.EmbedSessionId, claim: string) =>
      sql`UPDATE match_lookups SET claimed_until = clock_timestamp()
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    finished: (id: S.EmbedSessionId) =>
      firstRow(sql<FinishedLookup>`SELECT finished_at, funds_not_asked FROM match_lookups
        WHERE embed_session_id = ${id} AND finished_at IS NOT NULL`)
  }
})

/** The SQL statements on lookup counts: ABNs of a product in a day, consecutive matches of a fund. */
export const lookupCountsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const today = sql.literal("(platform_now() AT TIME ZONE 'UTC')::date")

  return {
    /** The product's count of today, created if necessary, locked until the transaction ends. */
    lockDay: (productId: S.ProductId) =>
      firstRow(sql<{ readonly taken: number; readonly refused: boolean }>`
        INSERT INTO employer_lookup_days AS d (product_id, day, taken, refused)
        VALUES (${productId}, ${today}, 0, false)
        ON CONFLICT (product_id, day) DO UPDATE SET taken = d.taken RETURNING taken, refused`),

    /** Whether the product has looked up the ABN with this fingerprint today. */
    isCounted: (productId: S.ProductId, key: Uint8Array) =>
      hasRow(
        sql`SELECT FROM employer_lookup_abns WHERE product_id = ${productId} AND day = ${today} AND key = ${key}`
      ),

    countAbn: (productId: S.ProductId, key: Uint8Array) =>
      Effect.andThen(
        sql`INSERT INTO employer_lookup_abns (product_id, day, key) VALUES (${productId}, ${today}, ${key})`,
        sql`UPDATE employer_lookup_days SET taken = taken + 1 WHERE product_id = ${productId} AND day = ${today}`
      ),

    markRefused: (productId: S.ProductId) =>
      sql`UPDATE employer_lookup_days SET refused = true WHERE product_id = ${productId} AND day = ${today}`,

    /** Deletes the days before yesterday. */
    removePast: Effect.andThen(
      sql`DELETE FROM employer_lookup_abns WHERE day < ${today} - 1`,
      sql`DELETE FROM employer_lookup_days WHERE day < ${today} - 1`
    ),

    /** Counts a fund's answer in its current window of `window` lookups; after a full window, a new one begins. */
    countAnswer: (fundId: S.FundId, isMatch: boolean, window: number) =>
      firstRow(sql<{ readonly lookups: number; readonly matches: number }>`
        INSERT INTO employer_match_rates AS r (fund_id, lookups, matches)
        VALUES (${fundId}, 1, ${isMatch ? 1 : 0}::int)
        ON CONFLICT (fund_id) DO UPDATE SET
          lookups = CASE WHEN r.lookups >= ${window} THEN 1 ELSE r.lookups + 1 END,
          matches = CASE WHEN r.lookups >= ${window} THEN excluded.matches ELSE r.matches + excluded.matches END
        RETURNING lookups, matches`)
  }
})
