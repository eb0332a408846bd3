import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How many calls a worker makes at once, and how often it looks. Tests make the times shorter. */
export interface FundCallSettings {
  /** Calls that one process makes at the same time. */
  readonly slots: number
  /** How often due calls that no worker took are looked for. */
  readonly sweepEvery: Duration.Duration
  /** So long after its wake-up a call counts as one of those. */
  readonly sweepAfter: Duration.Duration
  /** A lease of 12 seconds is renewed this often. */
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
