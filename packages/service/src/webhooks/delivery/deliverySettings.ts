import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type { ExchangeLimits } from "../../platform/egress/exchange.ts"

/** How long and how much one attempt may take: what partners are promised. */
export const exchangeLimits: ExchangeLimits = {
  connect: 5_000,
  headers: 10_000,
  whole: 15_000,
  read: 16 * 1024,
  keep: 1024
}

/** How much a worker takes on, and how often it looks. The numbers were measured; tests make them smaller. */
export interface DeliverySettings {
  /** Endpoints that one process sends to at the same time. */
  readonly endpoints: number
  /** Requests to one endpoint at the same time. */
  readonly requestsPerEndpoint: number
  /** Deliveries of one endpoint that are claimed and not yet written down. */
  readonly claimed: number
  /** How often a busy worker looks for what became due elsewhere. */
  readonly lookEvery: Duration.Duration
  /** How often endpoints are looked for that nobody sends to. */
  readonly sweepEvery: Duration.Duration
  /** A lease of 12 seconds is renewed this often. */
  readonly renewEvery: Duration.Duration
  readonly limits: ExchangeLimits
}

export const DeliverySettings = Context.Reference<DeliverySettings>(
  "@embedded-super/service/webhooks/DeliverySettings",
  {
    defaultValue: () => ({
      endpoints: 64,
      requestsPerEndpoint: 32,
      claimed: 1000,
      lookEvery: Duration.millis(100),
      sweepEvery: Duration.seconds(2),
      renewEvery: Duration.seconds(3),
      limits: exchangeLimits
    })
  }
)
