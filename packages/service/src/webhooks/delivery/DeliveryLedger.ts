import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { type Batch, makeAttemptWrites, type Recorded } from "./attemptWrites.ts"
import { type Claim, makeDueDeliveries, type Position } from "./dueDeliveries.ts"

/** The deliveries' own table: what is due, and what came of it. */
export class DeliveryLedger extends Context.Service<
  DeliveryLedger,
  {
    /**
     * The next deliveries of an endpoint whose turn it is, entity by entity, in the order in which they became due, after
     * a position; it looks at `limit` of what is due. None unless `owner` holds the lease and the endpoint may be called.
     */
    readonly due: (
      endpointId: string,
      owner: string,
      after: Position,
      limit: number
    ) => Effect.Effect<Claim, SqlError>
    /** Writes attempts down, with all that follows from them, in one transaction. */
    readonly record: (batch: Batch) => Effect.Effect<Recorded, SqlError>
  }
>()("@embedded-super/service/webhooks/DeliveryLedger") {
  static readonly layer = Layer.effect(
    DeliveryLedger,
    Effect.gen(function* () {
      return DeliveryLedger.of({ due: yield* makeDueDeliveries, record: yield* makeAttemptWrites })
    })
  )
}
