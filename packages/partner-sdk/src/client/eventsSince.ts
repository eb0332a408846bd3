import { asWebhook, type Webhook } from "../webhooks/verifyWebhook.ts"
import type { PartnerClient } from "./createClient.ts"
import { pagesOf } from "./listAll.ts"

/** An event of the feed: what its webhook says, with the same `id`. */
export type FeedEvent = Webhook & { readonly id: string }

/** Events in the order in which they happened. */
export interface EventBatch {
  /** Empty if nothing has happened since. */
  readonly events: ReadonlyArray<FeedEvent>
  /** Keep it once you have handled these events, and pass it as `after` the next time. */
  readonly cursor: string
}

export interface EventsSinceOptions {
  /** The `cursor` that you kept; without one, the feed begins with the oldest event, at most 30 days ago. */
  readonly after?: string | undefined
  /** How many events a batch holds at most: 1 to 100, the default. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/**
 * Reads the events feed from a kept cursor to its end, for who was down, or has no public address. Events are there
 * whether or not their webhooks arrived, so the same `id` may come by both ways: handle it once.
 *
 *     for await (const { cursor, events } of eventsSince(client, { after: await load() })) {
 *       for (const { id, payload } of events) await handle(id, payload)
 *       await keep(cursor)
 *     }
 *
 * Yields one batch at least, so that there is a cursor to keep. Rejects with `CallRefused` if a page is refused (422 for a
 * cursor that isn't the feed's), and as the client does if no answer comes.
 */
export async function* eventsSince(
  client: PartnerClient,
  { after, limit = 100, signal }: EventsSinceOptions = {}
): AsyncGenerator<EventBatch, void, undefined> {
  const options = {
    params: { query: { limit, ...(after === undefined ? {} : { after }) } },
    ...(signal === undefined ? {} : { signal })
  }
  for await (const { data, pagination } of pagesOf(client, "/api/v1/events", options)) {
    const events = data.map(({ payload, webhook_id }) => ({ id: webhook_id, ...asWebhook(payload) }))
    yield { events, cursor: pagination.resume_cursor }
  }
}
