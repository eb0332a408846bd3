import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../../personal-data/SealedDocument.ts"
import { type MemberRefusal, refusalText } from "../../employer-issues/memberRefusal.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { together, hasRow } from "../../platform/database/rows.ts"
import type { SessionHead } from "../SessionsRepo.ts"
import type { Displayed } from "./displays.ts"
import { Membership } from "./membership.ts"
import { ChosenSelfManagedFund, UnlistedFund } from "./selfManagedFund.ts"

/** The fund that the employee chose in a session, or that an abandoned one fell back on. */
export interface StoredSelection {
  readonly id: S.SuperSelectionId
  readonly product_id: S.ProductId
  readonly session_id: S.OnboardingSessionId
  readonly source: S.SuperSelectionSource
  /** The product of an APRA-regulated fund; null for a self-managed or unlisted one. */
  readonly fund_product_id: S.FundProductId | null
  /** Null for an APRA-regulated fund, and after the erasure. */
  readonly self_managed: ChosenSelfManagedFund | null
  /** A fund that isn't in the directory. Null for any other, and after the erasure. */
  readonly unlisted: UnlistedFund | null
  /** Null until the review is confirmed. */
  readonly progress_state: S.SuperSelectionProgressState | null
  readonly outcome: S.SuperSelectionOutcome
  readonly membership: Membership | null
  /** Why the fund refused the registration, by its newest answer; null if it didn't. */
  readonly refusal: MemberRefusal | null
  /** Null where the employee chose nothing. */
  readonly display_id: S.FundDisplayId | null
  /** Null where the employee didn't consent to a registration. */
  readonly consent_version: S.EmbedTextVersion | null
  readonly consented_at: Date | null
  readonly chosen_at: Date
  readonly settled_at: Date | null
}

/** A selection as its row, with the sealed documents. */
export type SelectionRow = Omit<StoredSelection, "membership" | "self_managed" | "unlisted"> & {
  readonly membership: Uint8Array | null
  readonly self_managed: Uint8Array | null
  readonly unlisted: Uint8Array | null
}

export const SELECTION_COLUMNS: ReadonlyArray<keyof SelectionRow> = [
  "id",
  "product_id",
  "session_id",
  "source",
  "fund_product_id",
  "self_managed",
  "unlisted",
  "progress_state",
  "outcome",
  "membership",
  "refusal",
  "display_id",
  "consent_version",
  "consented_at",
  "chosen_at",
  "settled_at"
]

/** A session as it was read, for a write without its lock. */
type SeenSession = Pick<SessionHead, "id" | "product_id" | "version">

/** The statements on super selections and on displays. The caller holds the session's lock. */
export const selectionsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const memberships = sealedDocument(vault, { table: "super_selections", column: "membership" }, Membership)
  const selfManaged = sealedDocument(
    vault,
    { table: "super_selections", column: "self_managed" },
    ChosenSelfManagedFund
  )
  const unlisted = sealedDocument(vault, { table: "super_selections", column: "unlisted" }, UnlistedFund)

  const stored = Effect.fnUntraced(function* (row: SelectionRow): Effect.fn.Return<StoredSelection> {
    return {
      ...row,
      membership: row.membership === null ? null : yield* memberships.open(row, row.membership),
      self_managed: row.self_managed === null ? null : yield* selfManaged.open(row, row.self_managed),
      unlisted: row.unlisted === null ? null : yield* unlisted.open(row, row.unlisted)
    }
  })

  /** Records activity in a session that is as it was read. */
  const touching = ({ id, version }: SeenSession, at: Date) =>
    sql`UPDATE onboarding_sessions SET last_activity_at = greatest(last_activity_at, ${at})
      WHERE id = ${id} AND version = ${version} RETURNING id`

  const replaced = sql.literal(SELECTION_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", "))

  /** The write of the selection, which replaces the session's earlier one. */
  const putting = Effect.fnUntraced(function* (selection: StoredSelection) {
    const { membership, self_managed, unlisted: named } = selection
    const row = {
      ...selection,
      refusal: refusalText(selection.refusal),
      membership: membership === null ? null : yield* memberships.seal(selection, membership),
      self_managed: self_managed === null ? null : yield* selfManaged.seal(selection, self_managed),
      unlisted: named === null ? null : yield* unlisted.seal(selection, named)
    }
    return sql`INSERT INTO super_selections ${sql.insert(row)} ON CONFLICT (session_id) DO UPDATE SET ${replaced}`
  })

  return {
    stored,
    putting,

    /** The selection as a read of it returns it, with the members of its documents in their stored order. */
    asStored: Effect.fnUntraced(function* ({
      membership,
      self_managed,
      unlisted: named,
      ...rest
    }: StoredSelection): Effect.fn.Return<StoredSelection> {
      return {
        ...rest,
        membership: membership && (yield* memberships.asRead(membership)),
        self_managed: self_managed && (yield* selfManaged.asRead(self_managed)),
        unlisted: named && (yield* unlisted.asRead(named))
      }
    }),

    ofSessions: Effect.fnUntraced(function* (sessionIds: ReadonlyArray<S.OnboardingSessionId>) {
      const rows =
        sessionIds.length === 0
          ? []
          : yield* sql<SelectionRow>`SELECT * FROM super_selections WHERE ${sql.in("session_id", sessionIds)}`
      const selections = yield* Effect.forEach(rows, stored)
      return new Map(selections.map((selection) => [selection.session_id, selection]))
    }),

    /**
     * The employee's confirmed choices, the latest confirmation first; then the funds that abandoned sessions fell back
     * on.
     */
    confirmedOf: (productId: S.ProductId, employeeId: S.EmployeeId) =>
      Effect.flatMap(
        sql<SelectionRow>`SELECT x.* FROM super_selections x JOIN onboarding_sessions s ON s.id = x.session_id
          WHERE s.product_id = ${productId} AND s.employee_id = ${employeeId} AND (s.confirmed_at IS NOT NULL OR s.abandoned_at IS NOT NULL)
          ORDER BY s.confirmed_at DESC NULLS LAST, s.abandoned_at DESC, s.id DESC`,
        (rows) => Effect.forEach(rows, stored)
      ),

    /**
     * Writes the selection, and replaces the session's earlier one. Also writes the session's row, unchanged: a transaction
     * that waits for its lock then reads the selection again (`SessionRecordsRepo`).
     */
    put: Effect.fnUntraced(function* (selection: StoredSelection) {
      const session = sql`UPDATE onboarding_sessions SET version = version WHERE id = ${selection.session_id}`
      yield* together(sql, [session, yield* putting(selection)])
    }),

    /** Keeps the chosen fund of the directory and the outcome; removes everything that the employee typed. */
    erase: (sessionId: S.OnboardingSessionId) =>
      sql`UPDATE super_selections SET membership = NULL, self_managed = NULL, unlisted = NULL, refusal = NULL
        WHERE session_id = ${sessionId}`,

    remove: (sessionId: S.OnboardingSessionId) =>
      sql`DELETE FROM super_selections WHERE session_id = ${sessionId}`,

    findDisplay: (sessionId: S.OnboardingSessionId, id: S.FundDisplayId) =>
      Effect.map(
        sql<{ readonly displayed: Displayed }>`
          SELECT displayed FROM fund_displays WHERE session_id = ${sessionId} AND id = ${id}`,
        (rows) => rows[0]?.displayed
      ),

    /**
     * Records a display, unless the newest one is equal, as the employee's activity. Returns the id of the display;
     * undefined if the session has changed since it was read.
     */
    show: (session: SeenSession, id: S.FundDisplayId, displayed: Displayed, at: Date) =>
      Effect.map(
        sql<{ readonly id: S.FundDisplayId }>`
          WITH touched AS (${touching(session, at)}), newest AS (
            SELECT id, displayed FROM fund_displays WHERE session_id = ${session.id} ORDER BY id DESC LIMIT 1
          ), same AS (
            SELECT n.id FROM newest n CROSS JOIN touched WHERE n.displayed = ${JSON.stringify(displayed)}::jsonb
          ), made AS (
            INSERT INTO fund_displays (id, product_id, session_id, displayed, displayed_at)
            SELECT ${id}, ${session.product_id}, id, ${JSON.stringify(displayed)}::jsonb, ${at} FROM touched
            WHERE NOT EXISTS (SELECT FROM same)
            RETURNING id
          )
          SELECT id FROM same UNION ALL SELECT id FROM made`,
        (rows) => rows[0]?.id
      ),

    /**
     * Adds the seen parts of a display to its record, as the employee's activity. Parts that were recorded before keep
     * their time. Returns false if the session has changed since it was read.
     */
    recordShown: (session: SeenSession, id: S.FundDisplayId, seen: ReadonlyArray<string>, at: Date) => {
      const shown = Object.fromEntries(seen.map((name) => [name, at.toISOString()]))
      return hasRow(sql`
        WITH touched AS (${touching(session, at)})
        UPDATE fund_displays d SET shown = ${JSON.stringify(shown)}::jsonb || d.shown
        FROM touched WHERE d.id = ${id} AND d.session_id = touched.id RETURNING d.id`)
    }
  }
})
