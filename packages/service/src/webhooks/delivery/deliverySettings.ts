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
  /** Endpoints that one process sends to at the same time; so many that slow ones keep nobody out. */
  readonly endpoints: number
  /** Requests to one endpoint at the same time. */
  readonly requestsPerEndpoint: number
  /**
   * Deliveries of one endpoint that are sent and not yet written down: as many as a crash repeats at most. A worker that
   * has written so many under one lease drains a backlog, and may have more: how many are written at once bounds its
   * speed.
   */
  readonly unwritten: { readonly usual: number; readonly inDrain: number; readonly drainsAfter: number }
  /** Entities of one endpoint that are claimed and not yet written down. */
  readonly claimed: number
  /** How long outcomes wait for others to be written down with, while others are on their way. */
  readonly gatherFor: Duration.Duration
  /** How often a busy worker looks for what became due elsewhere; while it finds nothing, ever more seldom. */
  readonly lookEvery: Duration.Duration
  /** How seldom at the most. */
  readonly lookAtLeastEvery: Duration.Duration
  /** How often it is looked for endpoints that have been failing for long. */
  readonly outagesEvery: Duration.Duration
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
      endpoints: 1000,
      requestsPerEndpoint: 30,
      unwritten: { usual: 30, inDrain: 120, drainsAfter: 1000 },
      claimed: 400,
      gatherFor: Duration.millis(3),
      lookEvery: Duration.millis(100),
      lookAtLeastEvery: Duration.seconds(1),
      outagesEvery: Duration.seconds(30),
      sweepEvery: Duration.seconds(2),
      renewEvery: Duration.seconds(3),
      limits: exchangeLimits
    })
  }
)
