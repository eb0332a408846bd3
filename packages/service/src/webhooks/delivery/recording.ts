import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { Courier } from "./Courier.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import type { Command, Message } from "./deliveryState.ts"
import { type HeldLease, LeaseLost, type Renewal } from "./heldLease.ts"
import { makeNoteAttempts } from "./noteAttempts.ts"

/**
 * Writes ended attempts to the ledger while the lease is held, and returns the message with the result. A write can't be
 * interrupted, so every request that was sent is recorded.
 */
export const makeRecording = Effect.gen(function* () {
  const ledger = yield* deliveryLedger
  const courier = yield* Courier
  const faultPoint = yield* FaultPoint
  const noteAttempts = yield* makeNoteAttempts

  return (endpointId: string, held: HeldLease) => {
    /** The endpoint's health as it is written. */
    let before = held.first.endpoint.health

    return Effect.fnUntraced(function* (command: Extract<Command, { kind: "write" }>, renewal: Renewal) {
      yield* faultPoint("before_ledger_write")
      const { productId } = renewal.destination
      const attempts = yield* Effect.forEach(command.attempts, (attempt) =>
        courier.sealed(attempt, productId)
      )
      const token = randomUUID()
      const { health, token: after } = command
      const batch = { endpointId, owner: held.owner, after, token, health, attempts }
      const recorded = yield* Effect.uninterruptible(held.whileLeased(ledger.record(batch)))
      yield* faultPoint("after_ledger_write")
      if (recorded.kind === "lost") return yield* new LeaseLost()
      if (recorded.kind === "written") {
        yield* noteAttempts({ attempts: command.attempts, before, after: health, renewal })
      }
      before = recorded.kind === "stale" ? recorded.health : health
      if (attempts.some(({ retryIn }) => retryIn !== null)) yield* faultPoint("retry_scheduled")
      const message: Message = recorded.kind === "stale" ? recorded : { ...recorded, token }
      return message
    })
  }
})
