import type * as S from "@embedded-super/contracts/schemas"
import { IntentEmployee, IntentEmployment } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import type { Moments } from "../platform/time/BusinessClock.ts"
import { isPast } from "../platform/time/due.ts"
import { CONVERTED, type IntentPosition } from "./intentStates.ts"

/** The personal data of an intent, sealed in its row; null where nothing was given. */
export const IntentDetails = Schema.Struct({
  employee: IntentEmployee,
  /** True if the partner passed the employee's `remote_id`, which the employer then can't change. */
  remote_id_is_fixed: Schema.Boolean,
  employment: IntentEmployment
})
export interface IntentDetails extends Schema.Schema.Type<typeof IntentDetails> {}

/** The data shown with an intent that isn't stored in its row. */
interface Surroundings {
  readonly employer_name: S.OrganisationName
  readonly employer_remote_id: S.RemoteId
  /** Whether the employer has a default fund, so that sessions can be created. */
  readonly employer_can_onboard: boolean
  readonly sandboxed: boolean
  readonly onboarding_session_id: S.OnboardingSessionId | null
}

/** A new intent. */
export interface NewIntent {
  readonly id: S.OnboardingSessionIntentId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly remote_id: S.RemoteId
  readonly workflow_slug: S.WorkflowSlug
  readonly state: S.OnboardingSessionIntentStatus
  readonly details: IntentDetails
  readonly requests_saved_at: Date | null
  readonly completed_at: Date | null
  readonly converted_at: Date | null
  readonly ended_at: Date | null
  readonly anonymised_at: Date | null
  readonly expires_at: Date
  readonly version: number
  readonly inserted_at: Date
  readonly updated_at: Date
}

/** An intent as stored, with its surroundings. */
export interface StoredIntent extends NewIntent, Surroundings {}

/** The filters of a list of intents. */
export interface IntentFilter {
  readonly employer_id?: S.EmployerId | undefined
  readonly status?: S.OnboardingSessionIntentStatus | undefined
}

/** The position of a stored intent in its state machine. */
export const positionOf = ({ state, converted_at }: StoredIntent): IntentPosition =>
  converted_at === null ? state : CONVERTED

type Row = Omit<StoredIntent, "details"> & { readonly details: Uint8Array }
type Id = { readonly id: S.OnboardingSessionIntentId }

/** The start in an open embed: an employer may start the intent with this id. */
export interface IntentStart extends Omit<Surroundings, "onboarding_session_id"> {
  readonly id: S.OnboardingSessionIntentId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  /** The partner's `remote_id`; without one, the intent's id. */
  readonly remote_id: S.RemoteId
}

export const intentsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const place = { table: "onboarding_session_intents", column: "details" }
  const documents = sealedDocument(yield* Vault, place, IntentDetails)

  const ofEmployer = `er.name AS employer_name, er.remote_id AS employer_remote_id, p.sandboxed,
    EXISTS (SELECT FROM employer_default_funds f
      WHERE f.employer_id = er.id AND f.ended_at IS NULL AND f.closed_at IS NULL) AS employer_can_onboard`

  const columns = sql.literal(`
    i.*, ${ofEmployer},
    (SELECT s.id FROM onboarding_sessions s WHERE s.intent_id = i.id) AS onboarding_session_id
    FROM onboarding_session_intents i
    JOIN employers er ON er.id = i.employer_id
    JOIN products p ON p.id = i.product_id`)

  const stored = (row: Row): Effect.Effect<StoredIntent> =>
    Effect.map(documents.open(row, row.details), (details) => ({ ...row, details }))

  const first = (rows: ReadonlyArray<Row>): Effect.Effect<StoredIntent | undefined> =>
    rows[0] === undefined ? Effect.undefined : stored(rows[0])

  return {
    /** The start in the open embed with this entity; undefined if the embed starts nothing. */
    startIn: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      Effect.map(
        sql<IntentStart>`SELECT e.entity_id AS id, e.product_id, er.id AS employer_id,
            coalesce(e.starting_remote_id, e.entity_id::text) AS remote_id, ${sql.literal(ofEmployer)}
          FROM embed_sessions e
          JOIN employers er ON er.id = e.starting_employer_id
          JOIN products p ON p.id = e.product_id
          WHERE e.entity_id = ${id} AND e.product_id = ${productId}`,
        (rows) => rows[0]
      ),

    /** Returns false if the employer already has an intent with this `remote_id`. */
    insert: Effect.fnUntraced(function* (intent: NewIntent) {
      const details = yield* documents.seal(intent, intent.details)
      const rows = yield* sql`INSERT INTO onboarding_session_intents ${sql.insert({ ...intent, details })}
        ON CONFLICT DO NOTHING RETURNING id`
      return rows.length === 1
    }),

    /** The employer's intent with this `remote_id`. */
    findByRemoteId: (employerId: S.EmployerId, remoteId: S.RemoteId) =>
      Effect.flatMap(
        sql<Row>`SELECT ${columns} WHERE i.employer_id = ${employerId} AND i.remote_id = ${remoteId}`,
        first
      ),

    find: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      Effect.flatMap(sql<Row>`SELECT ${columns} WHERE i.product_id = ${productId} AND i.id = ${id}`, first),

    /**
     * Reads and locks the intent until the transaction ends; the intent of any product if none is given. Lock an intent
     * before any employee or session.
     *
     * Locks in one statement and reads in the next: a statement that waited for the row's lock would read the joined
     * rows as they were before.
     */
    lock: Effect.fnUntraced(function* (id: S.OnboardingSessionIntentId, productId?: S.ProductId) {
      yield* sql`SELECT 1 FROM onboarding_session_intents WHERE id = ${id} FOR UPDATE`
      const rows = yield* sql<Row>`SELECT ${columns} WHERE i.id = ${id}
        AND i.product_id = coalesce(${productId ?? null}::uuid, i.product_id)`
      return yield* first(rows)
    }),

    /**
     * Like `lock`, by the `remote_id`. Doesn't find an intent that another transaction is creating; `insert` waits for that
     * one.
     */
    lockByRemoteId: Effect.fnUntraced(function* (employerId: S.EmployerId, remoteId: S.RemoteId) {
      const [held] = yield* sql<Id>`SELECT id FROM onboarding_session_intents
        WHERE employer_id = ${employerId} AND remote_id = ${remoteId} FOR UPDATE`
      return held && (yield* first(yield* sql<Row>`SELECT ${columns} WHERE i.id = ${held.id}`))
    }),

    /** Newest first, and one row more than `limit` if there are more. */
    page: (productId: S.ProductId, before: string | undefined, limit: number, filter: IntentFilter) => {
      const where = sql.and([
        sql`i.product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`i.id < ${before}`]),
        ...(filter.employer_id === undefined ? [] : [sql`i.employer_id = ${filter.employer_id}`]),
        ...(filter.status === undefined ? [] : [sql`i.state = ${filter.status}`])
      ])
      return Effect.flatMap(
        sql<Row>`SELECT ${columns} WHERE ${where} ORDER BY i.id DESC LIMIT ${limit + 1}`,
        (rows) => Effect.forEach(rows, stored)
      )
    },

    /** Writes an intent's changed fields, and the version that the caller raised. */
    update: Effect.fnUntraced(function* (intent: StoredIntent) {
      const sealed = yield* documents.seal(intent, intent.details)
      yield* sql`UPDATE onboarding_session_intents SET state = ${intent.state}, details = ${sealed},
        workflow_slug = ${intent.workflow_slug}, requests_saved_at = ${intent.requests_saved_at},
        completed_at = ${intent.completed_at}, converted_at = ${intent.converted_at}, ended_at = ${intent.ended_at},
        anonymised_at = ${intent.anonymised_at}, version = ${intent.version}, updated_at = ${intent.updated_at}
        WHERE id = ${intent.id}`
    }),

    /** Up to `limit` unfinished intents past their expiry, in the order of their ids. */
    overdue: (at: Moments, after: string, limit: number) =>
      sql<Id>`SELECT i.id FROM onboarding_session_intents i JOIN products p ON p.id = i.product_id
        WHERE i.state IN ('draft', 'in_progress') AND ${isPast(sql, "i.expires_at", "p.sandboxed", at)}
          AND i.id > ${after}
        ORDER BY i.id LIMIT ${limit}`,

    /** Up to `limit` intents that ended before `since` and still hold personal data, in the order of their ids. */
    stillPersonal: (since: Moments, after: string, limit: number) =>
      sql<Id>`SELECT i.id FROM onboarding_session_intents i JOIN products p ON p.id = i.product_id
        WHERE i.anonymised_at IS NULL AND i.id > ${after}
          AND ${isPast(sql, "coalesce(i.converted_at, i.ended_at, i.completed_at)", "p.sandboxed", since)}
        ORDER BY i.id LIMIT ${limit}`
  }
})
