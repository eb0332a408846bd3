import type * as S from "@embedded-super/contracts/schemas"
import { isWebhookEvent } from "@embedded-super/partner-sdk"
import {
  type CannotStart,
  type DataFolder,
  makeDurableState,
  SimulatorClock
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import { applyInboxEvent, emptyInbox, InboxEvent, InboxState, type KeptDelivery } from "./inboxState.ts"

/** What was found out about a delivery before it is kept. */
export interface Judged {
  readonly webhookId: string | null
  readonly refusal: S.WebhookRefusal | null
  readonly status: number
  /** What it said, if it was taken. */
  readonly payload: S.WebhookPayload | null
}

const shownId = (id: string | null): S.WebhookMessageId | null =>
  id !== null && /^msg_[0-9A-Za-z-]{20,64}$/.test(id) ? (id as S.WebhookMessageId) : null

/** The webhooks that came, and the entities that were fetched for them. It survives a kill -9. */
export class Inbox extends Context.Service<
  Inbox,
  {
    /** Keeps a delivery. One whose webhook-id was handled before is kept as repeated. */
    readonly keep: (judged: Judged) => Effect.Effect<KeptDelivery>
    readonly keepFetched: (delivery: KeptDelivery, fetched: S.FetchedEntity) => Effect.Effect<void>
    /** Those whose entity is still to be fetched, the oldest first. */
    readonly unfetched: Effect.Effect<ReadonlyArray<KeptDelivery>>
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptDelivery>>
    readonly size: Effect.Effect<number>
  }
>()("@embedded-super/partner-simulator/Inbox") {
  static readonly layer: Layer.Layer<
    Inbox,
    CannotStart,
    DataFolder | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Inbox,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const inbox = yield* makeDurableState({
        name: "inbox",
        state: InboxState,
        event: InboxEvent,
        initial: () => emptyInbox,
        apply: applyInboxEvent
      })
      const newestFirst = Effect.map(inbox.get, ({ deliveries }) =>
        HashMap.toValues(deliveries).toSorted((one, other) => other.seq - one.seq)
      )
      return {
        keep: Effect.fn("Inbox.keep")(function* ({ payload, refusal, status, webhookId }) {
          const received_at = yield* clock.timestamp
          return yield* inbox.transact(({ handled, last }) => {
            const received: S.ReceivedWebhook = {
              webhook_id: shownId(webhookId),
              received_at,
              verified: refusal === null,
              refusal,
              repeated: refusal === null && webhookId !== null && HashMap.has(handled, webhookId),
              answered_status: status,
              payload,
              fetched: null
            }
            const delivery: KeptDelivery = { seq: last + 1, handledAs: webhookId, received }
            return { events: [{ _tag: "Received", delivery }], answer: delivery }
          })
        }),
        keepFetched: ({ handledAs, seq }, fetched) =>
          inbox.transact(({ deliveries }) => {
            // After a reset there may be none, or another, in its place.
            const isThere = Option.exists(
              HashMap.get(deliveries, seq),
              (kept) => kept.handledAs === handledAs
            )
            return { events: isThere ? [{ _tag: "Fetched", seq, fetched }] : [], answer: undefined }
          }),
        unfetched: Effect.map(newestFirst, (all) => all.filter(isToFetch).toReversed()),
        list: newestFirst,
        size: Effect.map(inbox.get, ({ deliveries }) => HashMap.size(deliveries))
      }
    })
  )
}

/** Whether a delivery's entity is still to be fetched: one of a known event, taken for the first time. */
export const isToFetch = ({ received }: KeptDelivery): boolean =>
  received.payload !== null &&
  !received.repeated &&
  received.fetched === null &&
  isWebhookEvent(received.payload)
