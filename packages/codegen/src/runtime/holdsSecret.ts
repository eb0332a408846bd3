import * as Context from "effect/Context"

/**
 * An annotation of operations: their answer holds a secret (something that the specs call `x-redacted`), so it is shown
 * once and not kept. `Context.get(endpoint.annotations, HoldsSecret)`.
 */
export const HoldsSecret = Context.Reference<boolean>("@embedded-super/contracts/HoldsSecret", {
  defaultValue: () => false
})
