import * as Context from "effect/Context"

/**
 * An annotation of operations whose answer holds a secret (marked `x-redacted` in the specs), so the answer is shown
 * once and not stored. `Context.get(endpoint.annotations, HoldsSecret)`.
 */
export const HoldsSecret = Context.Reference<boolean>("@embedded-super/contracts/HoldsSecret", {
  defaultValue: () => false
})
