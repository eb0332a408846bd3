import type { EmployeeId, ProductId, RemoteId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { Events } from "../webhooks/events/Events.ts"

/** An employee with a changed membership, and the version that the change set. */
export interface ChangedEmployee {
  readonly id: EmployeeId
  readonly product_id: ProductId
  readonly remote_id: RemoteId
  readonly version: number
}

/** Memberships whose number arrived after the last webhook of their session. */
export const lateMemberships = Effect.gen(function* () {
  const events = yield* Events

  return {
    /**
     * Sends `employee_changed`. Call it in the transaction that stores the number, while that transaction holds the
     * lock of the employee's row: an employee's versions define the order of its webhooks.
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
