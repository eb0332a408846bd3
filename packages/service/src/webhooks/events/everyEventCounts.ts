import * as Context from "effect/Context"

/**
 * Whether each event is delivered even if a later one supersedes it, so that a person who plays an employee in a
 * sandbox sees every webhook. Superseding is allowed, never required.
 */
export const EveryEventCounts = Context.Reference<boolean>(
  "@embedded-super/service/webhooks/events/EveryEventCounts",
  { defaultValue: () => false }
)
