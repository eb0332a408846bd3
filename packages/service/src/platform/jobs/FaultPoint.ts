import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * The points at which a crash must neither lose nor reorder a delivery, nor leave it unsigned, nor import half a list.
 */
export type FaultPointName =
  | "before_commit"
  | "after_commit"
  | "after_claim"
  | "connected"
  | "sent"
  | "answered"
  | "before_ledger_write"
  | "after_ledger_write"
  | "retry_scheduled"
  | "pause_transition"
  | "before_release"
  | "after_release"
  | "secret_rotation"
  | "list_received"
  | "list_taken"
  | "list_rows_stored"
  | "list_judged"
  | "list_swapped"
  | "list_reported"

type Fault = (name: FaultPointName) => Effect.Effect<void>

export const noFault: Fault = () => Effect.void

/** Called at each named point. Does nothing, except in tests, which end or suspend the process there. */
export const FaultPoint = Context.Reference<Fault>("@embedded-super/service/platform/jobs/FaultPoint", {
  defaultValue: () => noFault
})
