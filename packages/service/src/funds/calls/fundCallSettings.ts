import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How many calls a worker makes at once, and how often it sweeps. Tests shorten the times. */
export interface FundCallSettings {
  /** Calls that one process makes at the same time. */
  readonly slots: number
  /** How often the worker sweeps for due calls that no worker has claimed. */
  readonly sweepEvery: Duration.Duration
  /** How long after its wake-up an unclaimed call is swept up. */
  readonly sweepAfter: Duration.Duration
  /** How often a lease of 12 seconds is renewed. */
  readonly renewEvery: Duration.Duration
}

export const FundCallSettings = Context.Reference<FundCallSettings>(
  "@embedded-super/service/funds/calls/FundCallSettings",
  {
    defaultValue: () => ({
      slots: 64,
      sweepEvery: Duration.seconds(2),
      sweepAfter: Duration.seconds(10),
      renewEvery: Duration.seconds(3)
    })
  }
)
