import * as Context from "effect/Context"

/**
 * Whether each event is to be delivered, also when a later one says as much: for whoever plays an employee in a sandbox to
 * see every webhook. Superseding is allowed, never owed.
 */
export const EveryEventCounts = Context.Reference<boolean>(
  "@embedded-super/service/webhooks/events/EveryEventCounts",
  { defaultValue: () => false }
)
