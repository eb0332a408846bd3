import * as S from "@embedded-super/contracts/schemas"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A delivery as it is kept. */
export const KeptDelivery = Schema.Struct({
  /** In the order of their coming, from 1. */
  seq: Schema.Int,
  /** The webhook-id as it came, the key against handling an event twice. */
  handledAs: Schema.NullOr(Schema.String),
  received: S.ReceivedWebhook
})
export interface KeptDelivery extends Schema.Schema.Type<typeof KeptDelivery> {}

/** What happens to the inbox. */
export const InboxEvent = Schema.TaggedUnion({
  Received: { delivery: KeptDelivery },
  Fetched: { seq: Schema.Int, fetched: S.FetchedEntity }
})
export type InboxEvent = typeof InboxEvent.Type

/** The deliveries that are kept, and those that were handled, by webhook-id. */
export const InboxState = Schema.Struct({
  last: Schema.Int,
  deliveries: Schema.HashMap(Schema.Int, KeptDelivery),
  handled: Schema.HashMap(Schema.String, Schema.Int)
})
export type InboxState = typeof InboxState.Type

export const emptyInbox: InboxState = { last: 0, deliveries: HashMap.empty(), handled: HashMap.empty() }

/** How many deliveries are kept; a service that retries for three days sends fewer again. */
const mostDeliveries = 10_000

const isHandled = ({ received }: KeptDelivery): boolean => received.refusal === null && !received.repeated

const received = (inbox: InboxState, delivery: KeptDelivery): InboxState => {
  const { handledAs, seq } = delivery
  const oldest = Option.getOrUndefined(HashMap.get(inbox.deliveries, seq - mostDeliveries))
  const kept =
    oldest === undefined ? inbox.deliveries : HashMap.remove(inbox.deliveries, seq - mostDeliveries)
  const known =
    oldest === undefined || oldest.handledAs === null || !isHandled(oldest)
      ? inbox.handled
      : HashMap.remove(inbox.handled, oldest.handledAs)
  return {
    last: seq,
    deliveries: HashMap.set(kept, seq, delivery),
    handled: handledAs !== null && isHandled(delivery) ? HashMap.set(known, handledAs, seq) : known
  }
}

/** The inbox after an event. */
export const applyInboxEvent = (inbox: InboxState, event: InboxEvent): InboxState =>
  event._tag === "Received"
    ? received(inbox, event.delivery)
    : {
        ...inbox,
        deliveries: HashMap.modify(inbox.deliveries, event.seq, (delivery) => ({
          ...delivery,
          received: { ...delivery.received, fetched: event.fetched }
        }))
      }
