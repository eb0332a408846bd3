import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How much a product may have sent again. */
export interface ReplayRules {
  /** Deliveries that one request sends again at most; the answer says where the others begin. */
  readonly perRequest: number
  /** Deliveries within `window`, over all requests. */
  readonly quota: number
  readonly window: Duration.Duration
}

export const ReplayRules = Context.Reference<ReplayRules>("@embedded-super/service/webhooks/ReplayRules", {
  defaultValue: () => ({ perRequest: 10_000, quota: 50_000, window: Duration.hours(24) })
})
