import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type { ExchangeLimits } from "../../platform/egress/exchange.ts"

/** Time and size limits of one attempt, as promised to partners. */
export const exchangeLimits: ExchangeLimits = {
  connect: 5_000,
  headers: 10_000,
  whole: 15_000,
  read: 16 * 1024,
  keep: 1024
}

/** Capacity of a worker, and how often it looks. The numbers were measured; tests make them smaller. */
export interface DeliverySettings {
  /** Endpoints that one process sends to concurrently; enough that slow endpoints don't block others. */
  readonly endpoints: number
  /** Concurrent requests to one endpoint. */
  readonly requestsPerEndpoint: number
  /**
   * Deliveries of one endpoint that are sent and not yet written: a crash repeats at most this many. A worker that has
   * written `drainsAfter` deliveries under one lease is draining a backlog and may have `inDrain`: the number written
   * at once bounds its speed.
   */
  readonly unwritten: { readonly usual: number; readonly inDrain: number; readonly drainsAfter: number }
  /** Entities of one endpoint that are claimed and not yet written. */
  readonly claimed: number
  /** How long a finished attempt waits to be written together with others, while others are in flight. */
  readonly gatherFor: Duration.Duration
  /** How often a busy worker looks for deliveries that became due elsewhere; the interval grows while it finds none. */
  readonly lookEvery: Duration.Duration
  /** The longest interval between two looks. */
  readonly lookAtLeastEvery: Duration.Duration
  /**
   * How long a worker keeps an endpoint's lease after the last delivery. Deliveries that are recorded meanwhile need no job
   * and no new lease (D-kept-leases).
   */
  readonly lingerFor: Duration.Duration
  /** How often to check for endpoints that have been failing for long. */
  readonly outagesEvery: Duration.Duration
  /** How often to sweep for endpoints with due deliveries and no worker. */
  readonly sweepEvery: Duration.Duration
  /** How often a process that sends looks whether outgoing work is held. */
  readonly holdsEvery: Duration.Duration
  /** How often a lease of 12 seconds is renewed. */
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
      lingerFor: Duration.seconds(1),
      outagesEvery: Duration.seconds(30),
      sweepEvery: Duration.seconds(2),
      holdsEvery: Duration.seconds(1),
      renewEvery: Duration.seconds(3),
      limits: exchangeLimits
    })
  }
)
