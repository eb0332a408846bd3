import type * as S from "@embedded-super/contracts/schemas"
import { things } from "../platform/timeline/things.ts"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { tracesToStore } from "../platform/telemetry/traces.ts"
import { aheadOf, nowAhead } from "../platform/time/due.ts"
import { NO_DETAILS, SessionDetails } from "./sessionDetails.ts"
import { UNCONFIRMED } from "./sessionStates.ts"

/** A session as stored, with fields of its product, employer and employee. */
export interface StoredSession {
  readonly id: S.OnboardingSessionId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly employee_id: S.EmployeeId
  readonly remote_id: S.RemoteId
  /** The intent that the session was created from. */
  readonly intent_id: S.OnboardingSessionIntentId | null
  readonly workflow_slug: S.WorkflowSlug
  readonly state: S.OnboardingSessionState
  readonly email_validated: boolean
  readonly phone_number_validated: boolean
  /** `skipped` where the partner validated a contact. */
  readonly phone_verification: "skipped" | S.ModuleOutcome
  readonly phone_verified_at: Date | null
  readonly details: SessionDetails
  readonly disclaimer_accepted_at: Date | null
  readonly confirmed_at: Date | null
  /** When the abandonment policy ended the session. */
  readonly abandoned_at: Date | null
  readonly completed_at: Date | null
  readonly ended_at: Date | null
  readonly superseded_by: S.OnboardingSessionId | null
  /** When the session's personal data was erased. */
  readonly erased_at: Date | null
  readonly last_activity_at: Date | null
  readonly expires_at: Date
  readonly version: number
  readonly inserted_at: Date
  readonly updated_at: Date
  readonly employer_name: S.OrganisationName
  readonly employer_remote_id: S.RemoteId
  readonly employee_remote_id: S.RemoteId
  readonly sandboxed: boolean
  /** How far the product's business time is ahead (`nowAhead`). */
  readonly ahead: number
}

/** The columns that a session takes from its product, employer and employee. */
type SessionSurroundings = Pick<
  StoredSession,
  "employer_name" | "employer_remote_id" | "employee_remote_id" | "sandboxed" | "ahead"
>

/** A session without its personal details: enough to end a session whose details can't be opened. */
export type SessionHead = Omit<StoredSession, "details">

/** The things that a time line entry about a session names. */
export const aboutSession = ({
  employee_id,
  employer_id,
  id,
  product_id
}: Pick<SessionHead, "employee_id" | "employer_id" | "id" | "product_id">) =>
  things({ onboarding_session: id, employee: employee_id, employer: employer_id, product: product_id })

/** A session as its row, with the sealed details. */
export type SessionRow = SessionHead & { readonly details: Uint8Array | null }
type NewSession = Omit<StoredSession, keyof SessionSurroundings>

/** The columns of a `SessionRow`, and the tables that they come from. */
export const SESSION_COLUMNS = `s.*, er.name AS employer_name, er.remote_id AS employer_remote_id,
  ee.remote_id AS employee_remote_id, p.sandboxed, ${aheadOf("p.sandboxed")} AS ahead`
export const SESSION_TABLES = `onboarding_sessions s
  JOIN employers er ON er.id = s.employer_id
  JOIN employees ee ON ee.id = s.employee_id
  JOIN products p ON p.id = s.product_id`

/** The current time, by the clock of the session's product. */
export const nowOf = ({ ahead }: Pick<SessionHead, "ahead">): Effect.Effect<Date> => nowAhead(ahead)

/** A session without its personal details. */
export const headOf = ({ details: _, ...head }: SessionRow): SessionHead => head

/** The statements on onboarding sessions. Lock the employee's row before changing a session: see `lock`. */
export const sessionsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const details = sealedDocument(
    yield* Vault,
    { table: "onboarding_sessions", column: "details" },
    SessionDetails
  )

  const columns = sql.literal(`${SESSION_COLUMNS} FROM ${SESSION_TABLES}`)

  const stored = (row: SessionRow): Effect.Effect<StoredSession> =>
    Effect.map(
      row.details === null ? Effect.succeed(NO_DETAILS) : details.open(row, row.details),
      (opened) => ({ ...row, details: opened })
    )

  const firstHead = ([row]: ReadonlyArray<SessionRow>): SessionHead | undefined =>
    row === undefined ? undefined : headOf(row)

  /** Locks the session's employee, for a session of this product or of any. */
  const lockEmployee = (id: S.OnboardingSessionId, productId?: S.ProductId) =>
    sql`SELECT FROM employees WHERE id = (SELECT employee_id FROM onboarding_sessions
      WHERE id = ${id} AND product_id = coalesce(${productId ?? null}::uuid, product_id)) FOR UPDATE`

  const lockRow = (id: S.OnboardingSessionId, productId?: S.ProductId) =>
    Effect.andThen(
      lockEmployee(id, productId),
      sql<SessionRow>`SELECT ${columns} WHERE s.id = ${id}
        AND s.product_id = coalesce(${productId ?? null}::uuid, s.product_id)`
    )

  const first = ([row]: ReadonlyArray<SessionRow>): Effect.Effect<StoredSession | undefined> =>
    row === undefined ? Effect.undefined : stored(row)

  /** The write of a session's changed fields, with the version that the caller raised. Without details these stay. */
  const updating = Effect.fnUntraced(function* (session: SessionHead, changed?: SessionDetails) {
    const sealed = changed && (yield* details.seal(session, changed))
    return sql`UPDATE onboarding_sessions SET state = ${session.state}, remote_id = ${session.remote_id},
      email_validated = ${session.email_validated}, phone_number_validated = ${session.phone_number_validated},
      phone_verification = ${session.phone_verification}, phone_verified_at = ${session.phone_verified_at},
      ${sealed === undefined ? sql`` : sql`details = ${sealed},`}
      disclaimer_accepted_at = ${session.disclaimer_accepted_at},
      confirmed_at = ${session.confirmed_at}, abandoned_at = ${session.abandoned_at}, completed_at = ${session.completed_at},
      ended_at = ${session.ended_at}, superseded_by = ${session.superseded_by}, erased_at = ${session.erased_at},
      last_activity_at = greatest(last_activity_at, ${session.last_activity_at}), version = ${session.version},
      updated_at = ${session.updated_at} WHERE id = ${session.id}`
  })

  return {
    stored,

    /** The write of a new session. */
    inserting: Effect.fnUntraced(function* (session: NewSession) {
      const sealed = yield* details.seal(session, session.details)
      const { own: traceparent } = yield* tracesToStore
      return sql`INSERT INTO onboarding_sessions ${sql.insert({ ...session, details: sealed, traceparent })}`
    }),

    find: (productId: S.ProductId, id: S.OnboardingSessionId) =>
      Effect.flatMap(
        sql<SessionRow>`SELECT ${columns} WHERE s.product_id = ${productId} AND s.id = ${id}`,
        first
      ),

    /** The session's id if the session belongs to the product; undefined otherwise. */
    owned: (productId: S.ProductId, id: S.OnboardingSessionId) =>
      Effect.map(
        sql<Pick<SessionHead, "id">>`SELECT id FROM onboarding_sessions
          WHERE product_id = ${productId} AND id = ${id}`,
        ([row]) => row?.id
      ),

    /** The intent that the session was created from; null if it was created without one. */
    intentOf: (id: S.OnboardingSessionId) =>
      Effect.map(
        sql<Pick<SessionHead, "intent_id">>`SELECT intent_id FROM onboarding_sessions WHERE id = ${id}`,
        ([row]) => row?.intent_id ?? null
      ),

    /** The employee's other sessions that still hold personal data, the oldest first. */
    otherPersonal: ({ employee_id, id }: SessionHead) =>
      Effect.map(
        sql<Pick<SessionHead, "id">>`SELECT id FROM onboarding_sessions
          WHERE employee_id = ${employee_id} AND id <> ${id} AND erased_at IS NULL ORDER BY id`,
        (rows) => rows.map((row) => row.id)
      ),

    /** The session of any product: for work that no partner requested. */
    read: (id: S.OnboardingSessionId) =>
      Effect.flatMap(sql<SessionRow>`SELECT ${columns} WHERE s.id = ${id}`, first),

    /**
     * Reads and locks the session until the transaction ends. The lock is the employee's row, which every change of one of
     * the employee's sessions takes first: two transactions about one employee wait for each other and never deadlock.
     */
    lock: (id: S.OnboardingSessionId, productId?: S.ProductId) =>
      Effect.flatMap(lockRow(id, productId), first),

    /** Like `lock`, without opening the personal details. */
    lockHead: (id: S.OnboardingSessionId, productId?: S.ProductId) =>
      Effect.map(lockRow(id, productId), firstHead),

    /**
     * The employee's unconfirmed session of a workflow, and the id of the session that has a remote_id. The caller holds the
     * employee's lock.
     */
    before: (
      employeeId: S.EmployeeId,
      { remote_id, workflow_slug }: Pick<StoredSession, "remote_id" | "workflow_slug">
    ) =>
      Effect.map(
        sql<SessionRow>`SELECT ${columns} WHERE s.employee_id = ${employeeId} AND (s.remote_id = ${remote_id}
          OR (s.workflow_slug = ${workflow_slug} AND ${sql.in("s.state", UNCONFIRMED)}))`,
        (rows) => ({
          earlier: firstHead(
            rows.filter((row) => row.workflow_slug === workflow_slug && UNCONFIRMED.includes(row.state))
          ),
          holder: rows.find((row) => row.remote_id === remote_id)?.id
        })
      ),

    /** The id of the employee's session that has a remote_id. */
    holderOf: (employeeId: S.EmployeeId, remoteId: S.RemoteId) =>
      Effect.map(
        sql<{ readonly id: S.OnboardingSessionId }>`
          SELECT id FROM onboarding_sessions WHERE employee_id = ${employeeId} AND remote_id = ${remoteId}`,
        (rows) => rows[0]?.id
      ),

    updating,

    /** Writes the remains of the details that may be kept after the retention time; a repeat changes nothing. */
    keepRemains: (session: SessionHead, remains: object, at: Date) => {
      const row = { session_id: session.id, product_id: session.product_id, ...remains, anonymised_at: at }
      return sql`INSERT INTO session_remains ${sql.insert(row)} ON CONFLICT (session_id) DO NOTHING`
    },

    /** Records activity of the employee that saved nothing. The session's version doesn't change. */
    touch: (id: S.OnboardingSessionId, at: Date) =>
      sql`UPDATE onboarding_sessions SET last_activity_at = greatest(last_activity_at, ${at}) WHERE id = ${id}`
  }
})
