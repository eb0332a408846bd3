import type { EmployeeId, ProductId, RemoteId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { Events } from "../webhooks/events/Events.ts"

/** An employee of which a membership changed, with the version that the change gave it. */
export interface ChangedEmployee {
  readonly id: EmployeeId
  readonly product_id: ProductId
  readonly remote_id: RemoteId
  readonly version: number
}

/** Memberships whose number came after the last webhook of their session. */
export const lateMemberships = Effect.gen(function* () {
  const events = yield* Events

  return {
    /**
     * Sends `employee_changed`. Call it in the transaction that keeps the number, while that transaction holds the
     * employee's row: the versions of one employee are the order of its webhooks.
     */
    send: ({ id, product_id, remote_id, version }: ChangedEmployee) =>
      events.record({
        productId: product_id,
        subject: "employee",
        event: "employee_changed",
        entityId: id,
        remoteId: remote_id,
        seq: version
      })
  }
})
