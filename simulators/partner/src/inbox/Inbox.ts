/**
 * The received webhooks, and the entities that were fetched for them. It survives a kill -9.
 *
 * The trap: delivery is at least once. A `webhook-id` that was handled before is kept as a repeat, and not handled again.
 *
 * Guide: partners/webhooks
 */
import type * as S from "@embedded-super/contracts/schemas"
import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { newest, type ReadPage, SimulatorClock, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The verdict on a delivery before it is stored. */
export interface Judged {
  readonly webhookId: string | null
  readonly refusal: S.WebhookRefusal | null
  readonly status: number
  /** The payload, if the delivery was accepted. */
  readonly payload: S.WebhookPayload | null
}

/** The page's other data about a delivery: its headers, and its event even if it wasn't handled. */
export interface Shown {
  readonly headers: Readonly<Record<string, string>>
  readonly event: string | null
}

/** A stored delivery. */
export interface KeptDelivery {
  /** In order of arrival, from 1. */
  readonly seq: number
  readonly received: S.ReceivedWebhook
}

/** The number of deliveries kept; a service that retries for three days resends fewer. */
const mostDeliveries = 10_000

interface Row {
  readonly seq: number
  /** The received webhook-id, which prevents handling an event twice. */
  readonly handled_as: string | null
  readonly received_at: S.Timestamp
  readonly refusal: S.WebhookRefusal | null
  readonly repeated: 0 | 1
  readonly answered_status: number
  /** The payload as JSON. */
  readonly payload: string | null
  readonly fetched: string | null
}

interface ShownRow {
  readonly seq: number
  readonly headers: string
  readonly event: string | null
}

const shownId = (id: string | null): S.WebhookMessageId | null =>
  id !== null && /^msg_[0-9A-Za-z-]{20,64}$/.test(id) ? (id as S.WebhookMessageId) : null

const deliveryIn = ({
  answered_status,
  fetched,
  handled_as,
  payload,
  received_at,
  refusal,
  repeated,
  seq
}: Row) => ({
  seq,
  received: {
    webhook_id: shownId(handled_as),
    received_at,
    verified: refusal === null,
    refusal,
    repeated: repeated === 1,
    answered_status,
    payload: payload === null ? null : (JSON.parse(payload) as S.WebhookPayload),
    fetched: fetched === null ? null : (JSON.parse(fetched) as S.FetchedEntity)
  }
})

export class Inbox extends Context.Service<
  Inbox,
  {
    /** Stores a delivery. If its webhook-id was handled before, it is stored as repeated. */
    readonly keep: (judged: Judged, shown: Shown) => KeptDelivery
    readonly shown: (delivery: KeptDelivery) => Shown
    readonly keepFetched: (delivery: KeptDelivery, fetched: S.FetchedEntity) => void
    /** Deliveries whose entity is still to be fetched, the oldest first. */
    readonly unfetched: () => ReadonlyArray<KeptDelivery>
    readonly list: ReadPage<KeptDelivery>
    readonly size: () => number
  }
>()("@embedded-super/partner-simulator/Inbox") {
  static readonly layer = Layer.effect(
    Inbox,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const state = yield* State
      const deliveries = tableOf<Row>(state, "deliveries")
      const handled = state.query(
        "SELECT 1 FROM deliveries WHERE handled_as = ? AND payload IS NOT NULL AND repeated = 0"
      )
      const forget = state.query("DELETE FROM deliveries WHERE seq <= ?")
      const forgetShown = state.query("DELETE FROM delivery_headers WHERE seq <= ?")
      const showns = tableOf<ShownRow>(state, "delivery_headers")
      const setFetched = state.query("UPDATE deliveries SET fetched = ? WHERE seq = ?")
      state.keep({
        // AUTOINCREMENT: ids aren't reused after a reset, so a late fetch is never stored with another delivery.
        tables: {
          deliveries: `seq INTEGER PRIMARY KEY AUTOINCREMENT, handled_as TEXT, received_at TEXT NOT NULL, refusal TEXT,
            repeated INTEGER NOT NULL, answered_status INTEGER NOT NULL, payload TEXT, fetched TEXT`,
          delivery_headers: "seq INTEGER PRIMARY KEY, headers TEXT NOT NULL, event TEXT"
        },
        indexes: ["deliveries (handled_as)"]
      })
      const list: ReadPage<KeptDelivery> = (before, limit) => deliveries.page(before, limit).map(deliveryIn)
      return {
        keep: ({ payload, refusal, status, webhookId }, { event, headers }) =>
          state.write(() => {
            const row: Omit<Row, "seq"> = {
              handled_as: webhookId,
              received_at: clock.now(),
              refusal,
              repeated:
                payload !== null && webhookId !== null && handled.get(webhookId) !== undefined ? 1 : 0,
              answered_status: status,
              payload: payload === null ? null : JSON.stringify(payload),
              fetched: null
            }
            const seq = deliveries.insert(row)
            showns.replace({ seq, headers: JSON.stringify(headers), event })
            forget.run(seq - mostDeliveries)
            forgetShown.run(seq - mostDeliveries)
            return deliveryIn({ ...row, seq })
          }),
        shown: ({ seq }) => {
          const row = showns.find("seq", seq)
          return row === undefined
            ? { headers: {}, event: null }
            : { headers: JSON.parse(row.headers) as Shown["headers"], event: row.event }
        },
        keepFetched: ({ seq }, fetched) =>
          void state.write(() => setFetched.run(JSON.stringify(fetched), seq)),
        unfetched: () => list(newest, -1).filter(isToFetch).toReversed(),
        list,
        size: deliveries.size
      }
    })
  )
}

/** Whether a delivery's entity is still to be fetched: its event is known, and accepted for the first time. */
export const isToFetch = ({ received }: KeptDelivery): boolean =>
  received.payload !== null &&
  !received.repeated &&
  received.fetched === null &&
  isWebhookEvent(received.payload)
