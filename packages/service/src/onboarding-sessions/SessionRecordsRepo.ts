/**
 * A session and what other tables hold about it, read in one statement: the choice, the choice form, the masked tax file
 * number, and for the employee's embed also the drafts, the employee's contacts, stapling and the partner.
 *
 * Why one statement: a step of the embed needs all of it, and each further statement is a wait.
 *
 * The trap: a statement that waited for the lock returns the other tables' rows from before the wait (`rows.ts`). So a
 * lock returns whether the session's row is still the one that the statement found (`is_fresh`); if not, a second
 * statement reads again, under the lock. This holds only if each transaction that holds the lock and changes one of the
 * other tables also writes the session's row.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { type Drafts, type DraftsRow, embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { PARTNER_COLUMNS, partnerIn, type PartnerRow } from "../embed-sessions/EmbedSessionsRepo.ts"
import { type EmployeeDetails, employeesRepo } from "../employees/EmployeesRepo.ts"
import { isStaplingEnabled } from "../employers/onboardingStatus.ts"
import { apart, columnsOf } from "../platform/database/rows.ts"
import { STAPLING_COLUMNS, type StaplingRow, staplingRequestsRepo } from "../stapling/StaplingRequestsRepo.ts"
import { committedOf } from "../webhooks/log/DeliveryLogRepo.ts"
import { UNCONFIRMED } from "./sessionStates.ts"
import {
  headOf,
  SESSION_COLUMNS,
  SESSION_TABLES,
  type SessionHead,
  type SessionRow,
  sessionsRepo,
  type StoredSession
} from "./SessionsRepo.ts"
import {
  SELECTION_COLUMNS,
  type SelectionRow,
  selectionsRepo,
  type StoredSelection
} from "./super-selection/SelectionsRepo.ts"
import type { Displayed } from "./super-selection/displays.ts"
import type { StaplingBefore } from "./super-selection/staplingOfSession.ts"
import {
  type MaskedTaxFileNumber,
  type StoredMask,
  taxFileNumbersRepo
} from "./tax-file-number/TaxFileNumbersRepo.ts"

export interface SessionFilter {
  readonly employer_id?: S.EmployerId | undefined
  readonly employee_id?: S.EmployeeId | undefined
  readonly data_delivery_state?: S.OnboardingSessionState | undefined
  readonly progress_state?: S.SuperSelectionProgressState | undefined
}

/** The choice of a session, and the state of its form. */
interface Choice {
  readonly selection: StoredSelection | undefined
  /** Whether the choice form is made and can be fetched. */
  readonly hasChoiceForm: boolean
  /** Whether the choice form is requested and not made yet. */
  readonly awaitsChoiceForm: boolean
}

/** A session with all that a partner's answer shows of it, except the chosen product. */
export interface StoredRecord extends Choice {
  readonly session: StoredSession
  readonly tfn: MaskedTaxFileNumber | undefined
}

/** A session, locked, without its personal details: enough for work that no person waits for. */
export interface HeadRecord extends Choice {
  readonly session: SessionHead
  /** Whether the employer has an open issue about the employee. */
  readonly hasOpenIssues: boolean
}

/** A session with all that the employee's embed shows, except the chosen product. */
export interface StoredOnboarding extends StoredRecord {
  readonly drafts: Drafts | null
  readonly partner: S.EmbedPartner
  /** Whether the partner's address has accepted the webhook of the completion. */
  readonly isCommitted: boolean
  readonly stapling: StaplingBefore
  /** The product of the employer's default fund, also of one that has closed. */
  readonly employerDefault: S.FundProductId | undefined
  /** The employee's contacts, as they are stored. */
  readonly employee: Effect.Effect<EmployeeDetails>
}

/** A session with the other facts for its choice form, except the products. */
export interface FormFacts {
  readonly record: StoredRecord
  readonly abn: S.Abn
  /** The display that the employee chose from. */
  readonly displayed: Displayed | undefined
}

/** The tables of a choice, beside those of a session. */
const CHOICE_COLUMNS = `${columnsOf("x", SELECTION_COLUMNS)}, ${columnsOf("c", ["session_id", "made_at"])},
  c.sealed IS NOT NULL AS "c.is_available"`
const CHOICE_TABLES = `LEFT JOIN super_selections x ON x.session_id = s.id
  LEFT JOIN choice_forms c ON c.session_id = s.id`

const RECORD_COLUMNS = `${SESSION_COLUMNS}, ${CHOICE_COLUMNS},
  t.session_id AS "t.id", ${columnsOf("t", ["product_id", "given_by", "masked"])}`
const RECORD_JOINS = `${CHOICE_TABLES} LEFT JOIN tax_file_numbers t ON t.session_id = s.id`
const RECORD_TABLES = `${SESSION_TABLES} ${RECORD_JOINS}`

const ONBOARDING_COLUMNS = `${RECORD_COLUMNS}, ${columnsOf("d", ["typed"])}, ${columnsOf("p", PARTNER_COLUMNS)},
  ${columnsOf("ee", ["id", "product_id", "details"])},
  ${columnsOf("er", ["id", "stapling_status", "accepted_stapling_statement"])},
  ${columnsOf("r", STAPLING_COLUMNS)}, ${columnsOf("f", ["fund_product_id"])},
  CASE WHEN s.state = 'completed'
    THEN ${committedOf("onboarding_session", "s.id", "onboarding_session_completed")} END AS "e.committed"`
const ONBOARDING_JOINS = `${RECORD_JOINS}
  LEFT JOIN embed_drafts d ON d.entity_id = s.id AND d.product_id = s.product_id
  LEFT JOIN stapling_requests r ON r.session_id = s.id AND r.product_id = s.product_id
  LEFT JOIN employer_default_funds f ON f.employer_id = s.employer_id AND f.ended_at IS NULL`

/** The tables of a session beside its own and the employee's. */
const NAMES = `JOIN employers er ON er.id = s.employer_id JOIN products p ON p.id = s.product_id`

const OPEN_ISSUES = `EXISTS (SELECT FROM employer_issues i WHERE i.employer_id = s.employer_id
  AND i.employee_id = s.employee_id AND i.status = 'open') AS "i.is_open"`

interface FormRow {
  readonly session_id: S.OnboardingSessionId
  readonly made_at: Date | null
  readonly is_available: boolean
}

interface EmployerRow {
  readonly id: S.EmployerId
  readonly stapling_status: S.StaplingStatus
  readonly accepted_stapling_statement: boolean
}

type EmployeeRow = Pick<SessionHead, "product_id"> & {
  readonly id: S.EmployeeId
  readonly details: Uint8Array | null
}

export const sessionRecordsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* sessionsRepo
  const selections = yield* selectionsRepo
  const taxFileNumbers = yield* taxFileNumbersRepo
  const drafts = yield* embedDraftsRepo
  const employees = yield* employeesRepo
  const requests = yield* staplingRequestsRepo

  const choiceOf = Effect.fnUntraced(function* ({ of }: ReturnType<typeof apart>): Effect.fn.Return<Choice> {
    const selection = of<SelectionRow>("x", "id")
    const form = of<FormRow>("c", "session_id")
    return {
      selection: selection && (yield* selections.stored(selection)),
      hasChoiceForm: form?.is_available ?? false,
      awaitsChoiceForm: form !== undefined && form.made_at === null
    }
  })

  const recordOf = Effect.fnUntraced(function* (
    row: ReturnType<typeof apart>
  ): Effect.fn.Return<StoredRecord> {
    const mask = row.of<StoredMask>("t", "id")
    return {
      session: yield* sessions.stored(row.own as unknown as SessionRow),
      ...(yield* choiceOf(row)),
      tfn: mask && (yield* taxFileNumbers.unmasked(mask))
    }
  })

  const onboardingOf = Effect.fnUntraced(function* (
    row: ReturnType<typeof apart>
  ): Effect.fn.Return<StoredOnboarding> {
    const record = yield* recordOf(row)
    const employee = row.of<EmployeeRow>("ee", "id") as EmployeeRow
    const request = row.of<StaplingRow>("r", "session_id")
    return {
      ...record,
      drafts: yield* drafts.opened(record.session, row.of<DraftsRow>("d", "typed")),
      partner: partnerIn(row.of<PartnerRow>("p", "name") as PartnerRow),
      isCommitted: row.of<{ readonly committed: boolean }>("e", "committed")?.committed ?? false,
      stapling: {
        isEnabled: isStaplingEnabled(row.of<EmployerRow>("er", "id") as EmployerRow),
        request: request && (yield* requests.stored(request))
      },
      employerDefault: row.of<{ readonly fund_product_id: S.FundProductId }>("f", "fund_product_id")
        ?.fund_product_id,
      employee: employees.opened(employee, employee.details)
    }
  })

  const select = (columns: string, tables: string) => sql.literal(`SELECT ${columns} FROM ${tables}`)
  const isFresh = sql.literal(
    `s.ctid = (SELECT o.ctid FROM onboarding_sessions o WHERE o.id = s.id) AS "o.is_fresh"`
  )
  const records = select(RECORD_COLUMNS, RECORD_TABLES)
  const forms = select(
    `${RECORD_COLUMNS}, ${columnsOf("er", ["abn"])}, ${columnsOf("v", ["displayed"])}`,
    `${RECORD_TABLES} LEFT JOIN fund_displays v ON v.id = x.display_id`
  )
  const onboardings = select(ONBOARDING_COLUMNS, `${SESSION_TABLES} ${ONBOARDING_JOINS}`)

  const first = <A>(rows: ReadonlyArray<object>, read: (row: ReturnType<typeof apart>) => Effect.Effect<A>) =>
    rows[0] === undefined ? Effect.undefined : read(apart(rows[0]))

  const readOnboarding = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(sql`${onboardings} WHERE s.product_id = ${productId} AND s.id = ${id}`, (rows) =>
      first(rows, onboardingOf)
    )

  /**
   * Reads and locks the session until the transaction ends: first the employee's row, as `SessionsRepo.lock` does, then the
   * session's. PostgreSQL locks a row's tables in the order in which the statement names them.
   */
  const locked = Effect.fnUntraced(function* <A>(
    columns: string,
    tables: string,
    where: Statement.Fragment,
    read: (row: ReturnType<typeof apart>) => Effect.Effect<A>
  ) {
    const lock = sql`SELECT ${sql.literal(columns)}, ${isFresh} FROM employees ee
      JOIN onboarding_sessions s ON s.employee_id = ee.id ${sql.literal(tables)}
      WHERE ${where} FOR NO KEY UPDATE OF ee, s`
    const [row] = yield* lock
    if (row === undefined) return undefined
    const found = apart(row)
    if (found.of<{ readonly is_fresh: boolean }>("o", "is_fresh")?.is_fresh === true)
      return yield* read(found)
    return yield* first(
      yield* sql`SELECT ${sql.literal(columns)} FROM employees ee
      JOIN onboarding_sessions s ON s.employee_id = ee.id ${sql.literal(tables)} WHERE ${where}`,
      read
    )
  })

  return {
    find: (productId: S.ProductId, id: S.OnboardingSessionId) =>
      Effect.flatMap(sql`${records} WHERE s.product_id = ${productId} AND s.id = ${id}`, (rows) =>
        first(rows, recordOf)
      ),

    /** The facts for a choice form, for a session of any product. */
    readForForm: (id: S.OnboardingSessionId) =>
      Effect.flatMap(sql`${forms} WHERE s.id = ${id}`, (rows) =>
        first(
          rows,
          Effect.fnUntraced(function* (row): Effect.fn.Return<FormFacts> {
            const { abn } = row.of<Pick<FormFacts, "abn">>("er", "abn") as Pick<FormFacts, "abn">
            const display = row.of<{ readonly displayed: Displayed }>("v", "displayed")
            return { record: yield* recordOf(row), abn, displayed: display?.displayed }
          })
        )
      ),

    /**
     * Newest first, and one row more than `limit` if there are more. A session that is past its expiry at `at` counts
     * as expired.
     */
    page: (
      productId: S.ProductId,
      before: string | undefined,
      limit: number,
      filter: SessionFilter,
      at: Date
    ) => {
      const { data_delivery_state, employee_id, employer_id, progress_state } = filter
      const stateAt = sql`CASE WHEN s.expires_at <= ${at} AND ${sql.in("s.state", UNCONFIRMED)}
        THEN 'expired' ELSE s.state END`
      const where = sql.and([
        sql`s.product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`s.id < ${before}`]),
        ...(employer_id === undefined ? [] : [sql`s.employer_id = ${employer_id}`]),
        ...(employee_id === undefined ? [] : [sql`s.employee_id = ${employee_id}`]),
        ...(data_delivery_state === undefined ? [] : [sql`${stateAt} = ${data_delivery_state}`]),
        ...(progress_state === undefined
          ? []
          : [
              sql`EXISTS (SELECT FROM super_selections x
                WHERE x.session_id = s.id AND x.progress_state = ${progress_state})`
            ])
      ])
      return Effect.flatMap(sql`${records} WHERE ${where} ORDER BY s.id DESC LIMIT ${limit + 1}`, (rows) =>
        Effect.forEach(rows, (row) => recordOf(apart(row)))
      )
    },

    /** Reads and locks the session of any product until the transaction ends. */
    lockHead: (id: S.OnboardingSessionId) =>
      locked(
        `${SESSION_COLUMNS}, ${CHOICE_COLUMNS}, ${OPEN_ISSUES}`,
        `${NAMES} ${CHOICE_TABLES}`,
        sql`s.id = ${id}`,
        (row) =>
          Effect.map(choiceOf(row), (choice): HeadRecord => ({
            ...choice,
            session: headOf(row.own as unknown as SessionRow),
            hasOpenIssues: row.of<{ readonly is_open: boolean }>("i", "is_open")?.is_open === true
          }))
      ),

    findOnboarding: readOnboarding,

    /** Reads and locks the session until the transaction ends. */
    lockOnboarding: (productId: S.ProductId, id: S.OnboardingSessionId) =>
      locked(
        ONBOARDING_COLUMNS,
        `${NAMES} ${ONBOARDING_JOINS}`,
        sql`s.product_id = ${productId} AND s.id = ${id}`,
        onboardingOf
      )
  }
})
