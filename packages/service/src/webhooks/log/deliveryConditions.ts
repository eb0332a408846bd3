import type * as S from "@embedded-super/contracts/schemas"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { firstEventId } from "../events/eventId.ts"

/** Which of a product's deliveries are meant. All that is given must hold. */
export interface DeliverySelection {
  readonly productId: string
  readonly status?: S.WebhookDeliveryStatus | undefined
  readonly subject?: string | undefined
  readonly event?: string | undefined
  readonly entityId?: string | undefined
  /** Generated at this moment or later. */
  readonly from?: Date | undefined
  /** Generated before this moment. */
  readonly to?: Date | undefined
}

/** The state that partners see of a delivery `d`: one that waits after a failed attempt has `failed`. */
export const STATUS = `CASE WHEN d.state = 'pending' AND d.attempts > 0 THEN 'failed' ELSE d.state END`

/** The same as conditions on a delivery `d`. Its id holds when it was generated, so the index by id serves for time. */
export const deliveryConditions = (
  sql: SqlClient.SqlClient,
  { entityId, event, from, productId, status, subject, to }: DeliverySelection
): ReadonlyArray<Fragment> => [
  sql`d.product_id = ${productId}`,
  ...(status === undefined ? [] : [sql`${sql.literal(STATUS)} = ${status}`]),
  ...(subject === undefined ? [] : [sql`d.subject = ${subject}`]),
  ...(event === undefined ? [] : [sql`d.event = ${event}`]),
  ...(entityId === undefined ? [] : [sql`d.entity_id = ${entityId}`]),
  ...(from === undefined ? [] : [sql`d.id >= ${firstEventId(from.getTime())}`]),
  ...(to === undefined ? [] : [sql`d.id < ${firstEventId(to.getTime())}`])
]
