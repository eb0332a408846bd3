import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { RateLimits } from "../platform/rate-limit/RateLimits.ts"
import { withoutNulls } from "../platform/answers/answers.ts"

export interface StoredEmbedSession {
  readonly id: S.EmbedSessionId
  readonly product_id: S.ProductId
  readonly app: S.EmbedApp
  readonly entity_id: string
  /** The employer who may start the intent with the id `entity_id` here; null in every other embed. */
  readonly starting_employer_id: S.EmployerId | null
  /** The `remote_id` of that intent; null if the partner gave none. */
  readonly starting_remote_id: S.RemoteId | null
  readonly user_session_id: string | null
  readonly nonce: string
  readonly token_hash: Uint8Array
  /** The hash of the frame's opener; null for an embed from before openers existed. */
  readonly opener_hash: Uint8Array | null
  /** The language of the frame's own texts; null for a frame that didn't name it. */
  readonly language: S.EmbedLanguage | null
  readonly opened_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
}

/**
 * A use of a token: when, since when it must have been used before, whether the frame asks by itself, and how it is
 * counted.
 */
interface Use {
  readonly at: Date
  readonly idleSince: Date
  readonly isPoll: boolean
  readonly counting: RateLimits["Service"]["counting"]
}

/** The embed of a token. `full_in`: seconds until its rate limit's bucket is full again; null if nothing was counted. */
export type UsedEmbed = Pick<StoredEmbedSession, "id" | "app" | "entity_id" | "product_id"> & {
  readonly full_in: number | null
  /** Whether the operator has suspended the partner. */
  readonly is_suspended: boolean
}

/** The columns in which two openings agree if they start the same intent. */
export type StartedIntent = Pick<
  StoredEmbedSession,
  "opener_hash" | "opened_at" | "starting_employer_id" | "starting_remote_id" | "user_session_id"
>

/** The owner of an embed's entity. */
interface EmbedOwner {
  readonly product_id: S.ProductId
  readonly sandboxed: boolean
  readonly target_origins: ReadonlyArray<S.TargetOrigin>
}

/** The target of an embed URL: an embed of an entity, or `onboarding_intent`, where an employer starts a new intent. */
export type EmbedUrlApp = S.EmbedApp | "onboarding_intent"

/** The table of the entity in an embed URL. */
const TABLES: Readonly<Record<EmbedUrlApp, string>> = {
  super_settings: "employers",
  onboarding_intent: "employers",
  onboarding: "onboarding_sessions",
  intent: "onboarding_session_intents"
}

/**
 * A use isn't written for this long (ms) after the last one that was: the calls of one step then write once. An unused
 * token may end this much before its idle time is over, never after it.
 */
const UNWRITTEN = 30_000

export const embedSessionsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /**
     * The owner of the entity, and whether the URL has opened an embed before; undefined if there is no such entity. Locks
     * nothing: `lockByNonce` reads an embed that there is.
     */
    ownerAndUse: (app: EmbedUrlApp, entityId: string, nonce: string) =>
      firstRow(sql<
        EmbedOwner & { readonly is_used: boolean; readonly is_suspended: boolean }
      >`SELECT p.id AS product_id, p.sandboxed, p.target_origins, r.suspended_at IS NOT NULL AS is_suspended,
          EXISTS (SELECT FROM embed_sessions WHERE nonce = ${nonce}) AS is_used
        FROM ${sql(TABLES[app])} e JOIN products p ON p.id = e.product_id JOIN partners r ON r.id = p.partner_id
        WHERE e.id = ${entityId}`),

    /** The owner of the entity; undefined if there is no such entity. */
    ownerOf: Effect.fnUntraced(function* (app: EmbedUrlApp, entityId: string) {
      const [owner] = yield* sql<EmbedOwner>`SELECT p.id AS product_id, p.sandboxed, p.target_origins
        FROM ${sql(TABLES[app])} e JOIN products p ON p.id = e.product_id WHERE e.id = ${entityId}`
      return owner
    }),

    /** Whether any page may frame the product's embeds. */
    hasFramers: (productId: S.ProductId) =>
      hasRow(sql`SELECT FROM products WHERE id = ${productId} AND target_origins <> '{}'`),

    /** The embed that a URL has already opened, locked until the transaction ends. */
    lockByNonce: (nonce: string) =>
      firstRow(sql<StoredEmbedSession>`SELECT * FROM embed_sessions WHERE nonce = ${nonce} FOR UPDATE`),

    /** The unfinished intent that the same frame, for the same employer and user, started with another URL and typed into. */
    startedBefore: ({
      opener_hash,
      opened_at,
      starting_employer_id,
      starting_remote_id,
      user_session_id
    }: StartedIntent) =>
      Effect.map(
        firstRow(sql<Pick<StoredEmbedSession, "entity_id">>`SELECT e.entity_id FROM embed_sessions e
          JOIN onboarding_session_intents i ON i.id = e.entity_id AND i.state IN ('draft', 'in_progress')
          WHERE i.employer_id = ${starting_employer_id} AND e.starting_employer_id = i.employer_id
            AND e.opener_hash = ${opener_hash} AND e.expires_at > ${opened_at}
            AND e.starting_remote_id IS NOT DISTINCT FROM ${starting_remote_id}
            AND e.user_session_id IS NOT DISTINCT FROM ${user_session_id}
          ORDER BY e.opened_at DESC LIMIT 1`),
        (row) => row?.entity_id
      ),

    /** Returns false if another frame opened the URL concurrently. */
    insert: (session: StoredEmbedSession) =>
      hasRow(
        sql`INSERT INTO embed_sessions ${sql.insert({ ...session })} ON CONFLICT (nonce) DO NOTHING RETURNING id`
      ),

    /** Replaces the embed's token; the earlier token ends. */
    replaceToken: (id: S.EmbedSessionId, tokenHash: Uint8Array, at: Date) =>
      sql`UPDATE embed_sessions SET token_hash = ${tokenHash}, last_used_at = ${at} WHERE id = ${id}`,

    /**
     * Ends the embed's token by a hash that no token has, and the frame's right to open the URL again. The row stays
     * until the URL has expired, because its nonce refuses the URL to every other frame.
     */
    end: (id: S.EmbedSessionId) =>
      sql`UPDATE embed_sessions SET token_hash = ${randomBytes(32)}, opener_hash = NULL WHERE id = ${id}`,

    /**
     * The embed of a token that was used since `idleSince`, and counts a request of it; undefined if there is none, or it
     * has expired. It counts as a use unless the frame asks by itself. A use right after another one isn't written.
     */
    use: (tokenHash: Uint8Array, { at, counting, idleSince, isPoll }: Use) => {
      const touched = sql`, touched AS (UPDATE embed_sessions e SET last_used_at = ${at} FROM used
        WHERE e.id = used.id AND used.last_used_at < ${new Date(at.getTime() - UNWRITTEN)})`
      const counted = counting(sql`SELECT id AS owner_id FROM used`)
      return firstRow(sql<UsedEmbed>`WITH used AS (
          SELECT id, app, entity_id, product_id, last_used_at FROM embed_sessions
          WHERE token_hash = ${tokenHash} AND last_used_at > ${idleSince} AND expires_at > ${at})
          ${isPoll ? sql`` : touched}
          ${counted === undefined ? sql`` : sql`, counted AS (${counted})`}
        SELECT id, app, entity_id, product_id, (SELECT r.suspended_at IS NOT NULL FROM products p
            JOIN partners r ON r.id = p.partner_id WHERE p.id = used.product_id) AS is_suspended,
          ${counted === undefined ? sql`NULL::float8` : sql`(SELECT full_in FROM counted)`} AS full_in
        FROM used`)
    },

    /** Ends every embed of an entity. */
    removeOf: (entityId: string) => sql`DELETE FROM embed_sessions WHERE entity_id = ${entityId}`,

    /** Removes expired embeds; by then their URLs aren't valid either. */
    removeEnded: (before: Date) => sql`DELETE FROM embed_sessions WHERE expires_at <= ${before}`
  }
})

/** The partner's details that embeds show, as the row of its product. */
export interface PartnerRow {
  readonly name: S.OrganisationName
  readonly help_url: S.WebUrl | null
  readonly help_email: S.EmailAddress | null
  readonly accent: S.Colour | null
  readonly target_origins: ReadonlyArray<S.TargetOrigin>
}

export const PARTNER_COLUMNS: ReadonlyArray<keyof PartnerRow> = [
  "name",
  "help_url",
  "help_email",
  "accent",
  "target_origins"
]

/** The partner of a row. Its home is the first origin that is one address, and not any port of a machine. */
export const partnerIn = ({ target_origins, ...row }: PartnerRow): S.EmbedPartner => {
  const home = target_origins.find((origin) => !origin.endsWith("*"))
  return withoutNulls({ ...row, home_url: home === undefined ? null : (`${home}/` as S.WebUrl) })
}

/** Reads the partner's details that a product's embeds show (D-embed-partner). */
export const shownPartner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Dies if the product doesn't exist: call it only for the product of an entity that was found. */
  return Effect.fnUntraced(function* (productId: S.ProductId) {
    const [row] =
      yield* sql<PartnerRow>`SELECT ${sql.literal(PARTNER_COLUMNS.join(", "))} FROM products WHERE id = ${productId}`
    const partner: S.EmbedPartner =
      row === undefined ? yield* Effect.die(new Error("A product that doesn't exist")) : partnerIn(row)
    return partner
  })
})
