import {
  webhookEvents,
  type WebhookEventName,
  type WebhookSubjectName
} from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "@embedded-super/service/platform"
import { Events, type NewEvent } from "@embedded-super/service/webhooks"

/** An event that was recorded, as its transaction's caller remembers it. */
export interface Recorded {
  readonly webhookId: string
  readonly endpoint: string
  readonly subject: string
  readonly entity: string
  readonly event: string
  readonly seq: number
}

interface Entity {
  readonly id: string
  readonly productId: string
  readonly endpointId: string
  readonly subject: WebhookSubjectName
  readonly version: number
}

/** The entities of a cell and the state of each, in place of the domain's tables. */
export const makeEntities = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE chaos_entities (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    subject text NOT NULL,
    version integer NOT NULL DEFAULT 0,
    over boolean NOT NULL DEFAULT false
  )`
  yield* sql`CREATE INDEX chaos_entities_alive ON chaos_entities (endpoint_id, id) WHERE NOT over`
})

const subjects: ReadonlyArray<WebhookSubjectName> = [
  "onboarding_session",
  "onboarding_session",
  "onboarding_session",
  "employer",
  "employee",
  "employer_issue",
  "onboarding_session_intent"
]

/** The event that comes next for an entity, and whether it is its last; a session goes through some changes first. */
const nextOf = (
  subject: WebhookSubjectName,
  version: number,
  roll: number
): readonly [WebhookEventName, boolean] => {
  switch (subject) {
    case "employer":
      return ["employer_settings_changed", false]
    case "employee":
      return ["employee_changed", false]
    case "onboarding_session_intent":
      return ["onboarding_intent_completed", true]
    case "employer_issue":
      return version === 1 ? ["employer_issue_created", false] : ["employer_issue_resolved", true]
    case "onboarding_session":
      return version > 2 && roll < 0.3
        ? ["onboarding_session_completed", true]
        : ["onboarding_session_changed", false]
  }
}

const any = <A>(all: ReadonlyArray<A>, roll: number): A => all[Math.floor(roll * all.length)] as A

/**
 * One transaction of the domain: some entities of one endpoint are locked and changed, and each change is recorded as
 * an event, as every part of the service does. Returns what was recorded, once it is committed.
 */
export const emit = Effect.fnUntraced(function* (
  endpoint: { readonly id: string; readonly productId: string },
  entities: number,
  roll: () => number
) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const isNew = Array.from({ length: entities }, () => roll() < 0.4)
  const fresh = yield* Effect.forEach(
    isNew.filter((_) => _),
    () => newId
  )
  const transaction = Effect.gen(function* () {
    for (const id of fresh) {
      yield* sql`INSERT INTO chaos_entities (id, product_id, endpoint_id, subject)
        VALUES (${id}, ${endpoint.productId}, ${endpoint.id}, ${any(subjects, roll())})`
    }
    // Locked in one order, so that transactions wait for each other and never in a circle.
    const found = yield* sql<Entity>`
      UPDATE chaos_entities c SET version = c.version + 1 FROM (
        SELECT id FROM chaos_entities WHERE id IN (
          SELECT id FROM (
            (SELECT id FROM chaos_entities WHERE endpoint_id = ${endpoint.id} AND NOT over
              AND ${sql.in("id", fresh.length === 0 ? ["00000000-0000-0000-0000-000000000000"] : fresh)})
            UNION
            (SELECT id FROM chaos_entities WHERE endpoint_id = ${endpoint.id} AND NOT over AND version > 0
              ORDER BY id DESC OFFSET ${Math.floor(roll() * 30)}::int LIMIT ${entities - fresh.length}::int)) AS chosen)
        ORDER BY id FOR UPDATE) AS locked
      WHERE c.id = locked.id AND NOT c.over
      RETURNING c.id, c.product_id AS "productId", c.endpoint_id AS "endpointId", c.subject, c.version`
    return yield* Effect.forEach(found, ({ endpointId, id, productId, subject, version }) =>
      Effect.gen(function* () {
        const [event, isLast] = nextOf(subject, version, roll())
        if (isLast) yield* sql`UPDATE chaos_entities SET over = true WHERE id = ${id}`
        const recorded = { productId, subject, event, entityId: id, remoteId: `remote ${id}`, seq: version }
        const eventId = yield* events.record(recorded as NewEvent)
        return { webhookId: `msg_${eventId}`, endpoint: endpointId, subject, entity: id, event, seq: version }
      })
    )
  })
  return (yield* sql.withTransaction(transaction)) satisfies ReadonlyArray<Recorded>
})

/** Records the first event of so many new entities, in one transaction; an event's name says its subject. */
export const emitFresh = Effect.fnUntraced(function* (
  endpoint: { readonly id: string; readonly productId: string },
  entities: number,
  event: WebhookEventName
) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const { subject } = webhookEvents[event]
  const { id: endpointId, productId } = endpoint
  const transaction = Effect.replicateEffect(
    Effect.gen(function* () {
      const entity = yield* newId
      const of = { productId, subject, event, entityId: entity, remoteId: `remote ${entity}`, seq: 1 }
      const id = yield* events.record(of as NewEvent)
      return { webhookId: `msg_${id}`, endpoint: endpointId, subject, entity, event, seq: 1 }
    }),
    entities
  )
  return (yield* sql.withTransaction(transaction)) satisfies ReadonlyArray<Recorded>
})
