import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { Events } from "../webhooks/events/Events.ts"

/**
 * Sends `employer_settings_changed` for an employer as it is, by default the product's newest, though nothing of it has
 * changed: its version stays. The event has a place of its own among the employer's others. Call it inside a transaction.
 * Returns the event's id; none if the product has no such employer.
 */
export const announceSettings = Effect.fn("announceSettings")(function* (
  productId: S.ProductId,
  employerId: S.EmployerId | undefined
) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const chosen = employerId === undefined ? sql`true` : sql`id = ${employerId}`
  const [employer] = yield* sql<{ id: S.EmployerId; remote_id: S.RemoteId; seq: number }>`
    UPDATE employers SET test_webhooks = test_webhooks + 1
    WHERE product_id = ${productId} AND id = (
      SELECT id FROM employers WHERE product_id = ${productId} AND ${chosen} ORDER BY id DESC LIMIT 1)
    RETURNING id, remote_id, version + test_webhooks AS seq`
  if (employer === undefined) return Option.none<string>()
  const id = yield* events.record({
    productId,
    subject: "employer",
    event: "employer_settings_changed",
    entityId: employer.id,
    remoteId: employer.remote_id,
    seq: employer.seq
  })
  return Option.some(id)
})
