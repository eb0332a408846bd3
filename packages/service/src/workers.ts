import * as Layer from "effect/Layer"

/** What runs in the background, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.empty
