/**
 * Events: every webhook begins as an event, which `Events.record` writes with its delivery and the wake-up of the
 * worker. `eventBody` makes the payload (R-2.1-11), `EventsRepo` has the statements. `Events.feed` returns the same
 * events to partners that poll (D-event-feed).
 *
 * Why the caller's transaction: the change of an entity and its event are committed together, or neither is. The caller
 * holds the entity's row, so that `seq`, the entity's version, is the sending order.
 *
 * The traps: transactions don't commit in the order of their events' ids, so an id is no position in the feed;
 * `feed` assigns positions after the commit, under a lock. After an entity's last event, `record` fails with
 * `NoFurtherWebhooks` (R-3-15).
 */

import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Settings } from "../../platform/config/Settings.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { names } from "../../platform/timeline/NamesRepo.ts"
import { things, versionOf } from "../../platform/timeline/things.ts"
import { tracesToStore } from "../../platform/telemetry/traces.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { eventBody, type IssueEvent, type NewEvent, ofIssue } from "./eventBody.ts"
import { randomTail } from "./eventId.ts"
import { eventsRepo, type FeedEvent, type Recorded } from "./EventsRepo.ts"
import { type NewOperatorEvent, OPERATOR, operatorBody } from "./operatorBody.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** An event was recorded for an entity after its last event: a completed onboarding session sends no more webhooks. */
export class NoFurtherWebhooks extends Schema.TaggedError<NoFurtherWebhooks>()("NoFurtherWebhooks", {
  subject: Schema.String,
  entity_id: Schema.String
}) {}

/**
 * Whether each event is delivered even if a later one supersedes it, so that a person who plays an employee in a
 * sandbox sees every webhook. Superseding is allowed, never required.
 */
export const EveryEventCounts = Context.Reference<boolean>(
  "@embedded-super/service/webhooks/events/EveryEventCounts",
  { defaultValue: () => false }
)

const NO_PRODUCT = Effect.die(new Error("An event of a product that doesn't exist"))

/** Of the issues of thousands of employers, this many are noted for the time line. */
const MOST_NOTED = 50

/** Records the events of entities, for every part of the service, and returns those of a product. */
export class Events extends Context.Service<
  Events,
  {
    /**
     * Records an event, and its delivery to the product's endpoint if it has one. Call it inside the transaction that
     * changes the entity, while that transaction holds the entity's row: event, delivery and the worker's wake-up are
     * then committed with the change, or not at all, and `seq` (the entity's version) is their sending order.
     *
     * A waiting `employer_settings_changed` or `onboarding_session_changed` of the same entity is superseded. Returns
     * the event's id, a UUIDv7: a new one, unless it follows from what the event says (D-webhook-ids).
     */
    readonly record: (event: NewEvent) => Effect.Effect<string, NoFurtherWebhooks | SqlError>
    /**
     * Like `record`, with the writes of the entity's change (INSERT, UPDATE, DELETE) in one statement (`rows.ts` names
     * the traps).
     */
    readonly recordWith: (
      writes: ReadonlyArray<Statement.Fragment>,
      event: NewEvent
    ) => Effect.Effect<string, NoFurtherWebhooks | SqlError>
    /**
     * Like `recordWith`, for many employer issues of one product, always in two statements. Each event gets its own delivery:
     * they supersede nothing, and no event of an issue forbids another.
     */
    readonly recordIssues: (
      productId: string,
      events: ReadonlyArray<IssueEvent>
    ) => Effect.Effect<void, SqlError>
    /**
     * Records an event for the operator, as `record` does for a product, and its delivery to the operator's address. Without
     * an address nothing is recorded.
     */
    readonly recordForOperator: (event: NewOperatorEvent) => Effect.Effect<void, SqlError>
    /**
     * A product's events after a position (0 is before the first), oldest first, for partners that poll. A caller that
     * continues from the last position it received gets each event exactly once, even while events are being recorded.
     * Omits events about employer issues while they are disabled for the partner; events recorded in that time never appear.
     */
    readonly feed: (options: {
      readonly productId: string
      readonly position: bigint
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<FeedEvent>, SqlError>
  }
>()("@embedded-super/service/webhooks/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* eventsRepo
      const { baseUrl } = yield* Settings
      const queue = yield* queues.webhookEndpoints
      const timeline = yield* Timeline
      const vault = yield* Vault
      const nameOf = yield* names

      const checkTransaction = Effect.gen(function* () {
        const transaction = yield* Effect.serviceOption(sql.transactionService)
        // mutant (Events): an event is recorded inside a transaction or not at all: `if (Option.isNone(transaction))` -> `if (false)`
        if (Option.isNone(transaction))
          return yield* Effect.die(new Error("An event outside of a transaction"))
      })

      const rowOf = (event: NewEvent, trace: Effect.Success<typeof tracesToStore>) => {
        const { seq, says } = event
        const body = eventBody(event, baseUrl)
        // Keyed, because ids are logged, and what an event says may be a member number.
        const fingerprint =
          says === undefined
            ? null
            : Buffer.from(vault.fingerprint("webhook_id", JSON.stringify([body, seq, says]))).toString("hex")
        return { body, says: fingerprint, tail: randomTail(), trace }
      }

      const noted = Effect.fnUntraced(function* (
        { entityId, event, productId, seq, subject }: NewEvent,
        id: string,
        replaces: number,
        endpointId: string | null
      ) {
        const to = yield* nameOf.product(productId)
        yield* timeline.note({
          kind: "event_recorded",
          detail: { event, replaces, is_sent: endpointId !== null },
          about: things({ event: id, [subject]: entityId, product: productId }),
          ...(to === undefined ? {} : { to }),
          makes: things({ event: id }),
          cause: [versionOf(subject, entityId, seq), ...things({ [`${subject}_change`]: entityId })]
        })
      })

      /** Wakes the endpoint's worker after the commit, if anything may be sent to it now. */
      const wake = Effect.fnUntraced(function* ({
        endpointId,
        resting
      }: Pick<Recorded, "endpointId" | "resting">) {
        if (endpointId !== null && !resting) yield* queue.offer({ endpoint_id: endpointId })
        const faultPoint = yield* FaultPoint
        yield* faultPoint("before_commit")
        if (faultPoint !== noFault) yield* sql.afterCommit(faultPoint("after_commit"))
      })

      const record = Effect.fn("Events.record")(function* (
        event: NewEvent,
        writes: ReadonlyArray<Statement.Fragment>
      ) {
        yield* checkTransaction
        const isReplaceable = webhookEvents[event.event].superseded && !(yield* EveryEventCounts)
        const inserted = yield* repo.insert(event, rowOf(event, yield* tracesToStore), isReplaceable, writes)
        if (inserted === undefined) return yield* NO_PRODUCT
        if (!inserted.recorded) {
          return yield* new NoFurtherWebhooks({ subject: event.subject, entity_id: event.entityId })
        }
        yield* wake(inserted)
        if (timeline.isOn) yield* noted(event, inserted.id, inserted.replaced, inserted.endpointId)
        return inserted.id
      })

      return Events.of({
        record: (event) => record(event, []),
        recordWith: (writes, event) => record(event, writes),

        recordIssues: Effect.fn("Events.recordIssues")(function* (productId, events) {
          if (events.length === 0) return
          yield* checkTransaction
          const trace = yield* tracesToStore
          const rows = events.map((event) => ({ ...event, ...rowOf(ofIssue(productId, event), trace) }))
          const recorded = yield* repo.insertIssues(productId, rows)
          const [first] = recorded
          if (first === undefined) return yield* NO_PRODUCT
          yield* wake(first)
          if (!timeline.isOn) return
          const ids = new Map(recorded.map(({ entityId, id, seq }) => [`${entityId} ${seq}`, id]))
          for (const event of events.slice(0, MOST_NOTED)) {
            const id = ids.get(`${event.entityId} ${event.seq}`) ?? first.id
            yield* noted(ofIssue(productId, event), id, 0, first.endpointId)
          }
        }),

        recordForOperator: Effect.fn("Events.recordForOperator")(function* (event) {
          yield* checkTransaction
          const row = {
            body: operatorBody(event),
            says: null,
            tail: randomTail(),
            trace: yield* tracesToStore
          }
          const { event: name, seq, trouble } = event
          const about = { productId: OPERATOR, subject: "trouble", event: name, entityId: trouble.id, seq }
          const inserted = yield* repo.insert(about, row, false, [])
          if (inserted !== undefined) yield* wake(inserted)
        }),

        feed: Effect.fn("Events.feed")(function* ({ limit, position, productId }) {
          if (yield* repo.hasUnplaced(productId)) yield* repo.place(productId)
          return yield* repo.feed(productId, position, limit)
        })
      })
    })
  )
}
