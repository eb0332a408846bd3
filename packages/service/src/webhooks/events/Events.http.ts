import { PartnerApi } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerProduct } from "../../platform/ids/ApiKey.ts"
import { answer } from "../../platform/answers/answers.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { cursorOf, placeOfCursor } from "../../platform/paging/page.ts"
import { Events } from "./Events.ts"
import type { FeedEvent } from "./EventsRepo.ts"

/** A position in the feed. Eighteen digits fit into PostgreSQL's bigint. */
const POSITION = /^[0-9]{1,18}$/

/** The product's events, for partners that poll (D-event-feed). */
export const EventsHttp = HttpApiBuilder.group(
  PartnerApi,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const { feed } = yield* Events

    return handlers.handleAll({
      listEvents: Effect.fnUntraced(function* ({ query }) {
        const position = BigInt((yield* placeOfCursor(query.after, POSITION)) ?? 0)
        const found = yield* feed({
          productId: yield* callerProduct,
          position,
          // One more than requested shows whether the feed continues.
          limit: query.limit + 1
        })
        const events = found.slice(0, query.limit)
        // An empty page returns the caller's own position, to continue from there.
        const resume_cursor = cursorOf(String(events.at(-1)?.position ?? position))
        const next_cursor = found.length > events.length ? resume_cursor : null
        return { ...answer(events.map(presentEvent)), pagination: { next_cursor, resume_cursor } }
      }, databaseDefects)
    })
  })
)

const presentEvent = ({ id, body }: FeedEvent): S.Event => ({
  webhook_id: `msg_${id}` as S.WebhookMessageId,
  payload: JSON.parse(body)
})
