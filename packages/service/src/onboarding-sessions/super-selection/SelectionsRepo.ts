import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../../personal-data/SealedDocument.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import type { Displayed } from "./displays.ts"
import { Membership } from "./membership.ts"
import { ChosenSelfManagedFund } from "./selfManagedFund.ts"
import { UnlistedFund } from "./unlistedFund.ts"

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
  /** Null where the employee chose nothing. */
  readonly display_id: S.FundDisplayId | null
  /** Null where the employee didn't consent to a registration. */
  readonly consent_version: S.EmbedTextVersion | null
  readonly consented_at: Date | null
  readonly chosen_at: Date
  readonly settled_at: Date | null
}

type Row = Omit<StoredSelection, "membership" | "self_managed" | "unlisted"> & {
  readonly membership: Uint8Array | null
  readonly self_managed: Uint8Array | null
  readonly unlisted: Uint8Array | null
}

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

  const stored = Effect.fnUntraced(function* (row: Row): Effect.fn.Return<StoredSelection> {
    return {
      ...row,
      membership: row.membership === null ? null : yield* memberships.open(row, row.membership),
      self_managed: row.self_managed === null ? null : yield* selfManaged.open(row, row.self_managed),
      unlisted: row.unlisted === null ? null : yield* unlisted.open(row, row.unlisted)
    }
  })

  return {
    ofSessions: Effect.fnUntraced(function* (sessionIds: ReadonlyArray<S.OnboardingSessionId>) {
      const rows =
        sessionIds.length === 0
          ? []
          : yield* sql<Row>`SELECT * FROM super_selections WHERE ${sql.in("session_id", sessionIds)}`
      const selections = yield* Effect.forEach(rows, stored)
      return new Map(selections.map((selection) => [selection.session_id, selection]))
    }),

    /**
     * The employee's confirmed choices, the latest confirmation first; then the funds that abandoned sessions fell back
     * on.
     */
    confirmedOf: (productId: S.ProductId, employeeId: S.EmployeeId) =>
      Effect.flatMap(
        sql<Row>`SELECT x.* FROM super_selections x JOIN onboarding_sessions s ON s.id = x.session_id
          WHERE s.product_id = ${productId} AND s.employee_id = ${employeeId} AND (s.confirmed_at IS NOT NULL OR s.abandoned_at IS NOT NULL)
          ORDER BY s.confirmed_at DESC NULLS LAST, s.abandoned_at DESC, s.id DESC`,
        (rows) => Effect.forEach(rows, stored)
      ),

    /** Writes the selection, and replaces the session's earlier one. */
    put: Effect.fnUntraced(function* (selection: StoredSelection) {
      const { membership, self_managed, unlisted: named } = selection
      const sealed = {
        membership: membership === null ? null : yield* memberships.seal(selection, membership),
        self_managed: self_managed === null ? null : yield* selfManaged.seal(selection, self_managed),
        unlisted: named === null ? null : yield* unlisted.seal(selection, named)
      }
      yield* sql`DELETE FROM super_selections WHERE session_id = ${selection.session_id}`
      yield* sql`INSERT INTO super_selections ${sql.insert({ ...selection, ...sealed })}`
    }),

    /** Keeps the chosen fund of the directory and the outcome; removes everything that the employee typed. */
    erase: (sessionId: S.OnboardingSessionId) =>
      sql`UPDATE super_selections SET membership = NULL, self_managed = NULL, unlisted = NULL
        WHERE session_id = ${sessionId}`,

    remove: (sessionId: S.OnboardingSessionId) =>
      sql`DELETE FROM super_selections WHERE session_id = ${sessionId}`,

    newestDisplay: (sessionId: S.OnboardingSessionId) =>
      Effect.map(
        sql<{ readonly id: S.FundDisplayId; readonly displayed: Displayed }>`
          SELECT id, displayed FROM fund_displays WHERE session_id = ${sessionId} ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0]
      ),

    findDisplay: (sessionId: S.OnboardingSessionId, id: S.FundDisplayId) =>
      Effect.map(
        sql<{ readonly displayed: Displayed }>`
          SELECT displayed FROM fund_displays WHERE session_id = ${sessionId} AND id = ${id}`,
        (rows) => rows[0]?.displayed
      ),

    /** Adds to the record of a display what has been seen of it. What was recorded before keeps its time. */
    recordShown: (id: S.FundDisplayId, seen: ReadonlyArray<string>, at: Date) => {
      const shown = Object.fromEntries(seen.map((name) => [name, at.toISOString()]))
      return sql`UPDATE fund_displays SET shown = ${JSON.stringify(shown)}::jsonb || shown WHERE id = ${id}`
    },

    insertDisplay: (
      owner: { readonly id: S.OnboardingSessionId; readonly product_id: S.ProductId },
      id: S.FundDisplayId,
      displayed: Displayed,
      at: Date
    ) =>
      sql`INSERT INTO fund_displays (id, product_id, session_id, displayed, displayed_at)
        VALUES (${id}, ${owner.product_id}, ${owner.id}, ${JSON.stringify(displayed)}::jsonb, ${at})`
  }
})
