/**
 * What is stored about one onboarding session, for operators: ids, states and moments, over all products.
 *
 * The trap: nothing sealed is read, and no `remote_id`, which partners make of e-mail addresses, too.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../../platform/database/rows.ts"

export interface StorySession {
  readonly id: S.OnboardingSessionId
  readonly product_id: S.ProductId
  readonly partner: S.Slug
  readonly sandboxed: boolean
  readonly employer_id: S.EmployerId
  readonly employee_id: S.EmployeeId
  readonly intent_id: S.OnboardingSessionIntentId | null
  readonly state: string
  readonly version: number
  readonly inserted_at: Date
  readonly expires_at: Date
  readonly phone_verified_at: Date | null
  readonly disclaimer_accepted_at: Date | null
  readonly confirmed_at: Date | null
  readonly abandoned_at: Date | null
  readonly completed_at: Date | null
  readonly ended_at: Date | null
  readonly erased_at: Date | null
  readonly superseded_by: S.OnboardingSessionId | null
  /** The choice of fund, and what became of the registration; null if none was chosen. */
  readonly selection_source: string | null
  readonly selection_outcome: string | null
  readonly chosen_at: Date | null
  readonly settled_at: Date | null
}

interface StoryEvent {
  readonly id: string
  readonly event: string
  readonly seq: number
  readonly inserted_at: Date
  /** Of its webhook; null if the product had no address, or it is older than 30 days. */
  readonly delivery_state: string | null
  readonly attempts: number | null
  readonly delivered_at: Date | null
}

interface StoryAttempt {
  readonly delivery_id: string
  readonly started_at: Date
  readonly took_ms: number
  readonly status: number | null
  readonly failure: string | null
}

interface StoryIssue {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly opened_at: Date
  readonly resolved_at: Date | null
  readonly resolved_by: string | null
}

interface StoryAct {
  readonly occurred_at: Date
  readonly action: string
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly request_id: string | null
}

export const sessionStoryRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  session: (id: string) =>
    firstRow(sql<StorySession>`
      SELECT s.id, s.product_id, r.slug AS partner, p.sandboxed, s.employer_id, s.employee_id, s.intent_id, s.state,
        s.version, s.inserted_at, s.expires_at, s.phone_verified_at, s.disclaimer_accepted_at, s.confirmed_at,
        s.abandoned_at, s.completed_at, s.ended_at, s.erased_at, s.superseded_by, x.source AS selection_source,
        x.outcome AS selection_outcome, x.chosen_at, x.settled_at
      FROM onboarding_sessions s JOIN products p ON p.id = s.product_id JOIN partners r ON r.id = p.partner_id
      LEFT JOIN super_selections x ON x.session_id = s.id WHERE s.id = ${id}`),

  events: (id: string) => sql<StoryEvent>`
    SELECT v.id, v.event, v.seq, v.inserted_at, d.state AS delivery_state, d.attempts, d.delivered_at
    FROM events v LEFT JOIN webhook_deliveries d ON d.id = v.id
    WHERE v.entity_id = ${id} ORDER BY v.seq`,

  attempts: (eventIds: ReadonlyArray<string>) =>
    eventIds.length === 0
      ? Effect.succeed([])
      : sql<StoryAttempt>`SELECT delivery_id, started_at, took_ms, status, failure
          FROM webhook_attempts WHERE ${sql.in("delivery_id", eventIds)} ORDER BY started_at, id`,

  calls: (id: string) => sql<{ id: string }>`SELECT id FROM fund_calls WHERE session_id = ${id}`,

  /** By the employer, whose issues have an index. */
  issues: ({ employer_id, id }: StorySession) => sql<StoryIssue>`
    SELECT id, kind, status, opened_at, resolved_at, resolved_by FROM employer_issues
    WHERE employer_id = ${employer_id} AND session_id = ${id} ORDER BY opened_at`,

  acts: (id: string) => sql<StoryAct>`SELECT occurred_at, action, actor_kind, actor_id, request_id
    FROM audit_log WHERE entity_id = ${id} ORDER BY occurred_at, id`
}))
