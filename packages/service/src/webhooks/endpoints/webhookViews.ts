import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { type EndpointView, endpointViewsRepo, type Notice } from "./EndpointViewsRepo.ts"

/** The maximum number of notices that an endpoint shows. */
const NOTICES_SHOWN = 20

/** Reads each product's webhook address and its delivery status; skips products without an address. */
export const webhookViews = Effect.gen(function* () {
  const repo = yield* endpointViewsRepo

  return Effect.fnUntraced(function* (productIds: ReadonlyArray<S.ProductId>) {
    if (productIds.length === 0) return new Map<S.ProductId, S.ProductWebhook>()
    const rows = yield* repo.ofProducts(productIds)
    if (rows.length === 0) return new Map<S.ProductId, S.ProductWebhook>()
    const notices = Map.groupBy(
      yield* repo.notices(
        rows.map(({ id }) => id),
        NOTICES_SHOWN
      ),
      ({ endpoint_id }) => endpoint_id
    )
    return new Map(rows.map((row) => [row.product_id, present(row, notices.get(row.id) ?? [])] as const))
  })
})

const present = (row: EndpointView, notices: ReadonlyArray<Notice>): S.ProductWebhook => ({
  url: row.url,
  enabled: row.enabled,
  status: row.status,
  next_probe_at: toTimestampOrNull(row.next_probe_at),
  paused_at: toTimestampOrNull(row.paused_at),
  paused_because: row.paused_because,
  failing_since: toTimestampOrNull(row.failing_since),
  last_success_at: toTimestampOrNull(row.last_success_at),
  secret_rotated_at: row.secrets > 1 ? toTimestampOrNull(row.secret_made_at) : null,
  previous_secret_expires_at: toTimestampOrNull(row.previous_secret_expires_at),
  notices: notices.map(({ at, emailed_at, failing_since, kind }) => ({
    kind,
    noticed_at: toTimestamp(at),
    failing_since: toTimestampOrNull(failing_since),
    emailed_at: toTimestampOrNull(emailed_at)
  }))
})
