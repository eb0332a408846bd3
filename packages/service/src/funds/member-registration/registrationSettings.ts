import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** How much a worker takes on, and how often it looks. Tests make the times shorter. */
export interface RegistrationSettings {
  /** Registrations that one process makes at the same time. */
  readonly registrations: number
  /** How often registrations are looked for that were due and that nobody took. */
  readonly sweepEvery: Duration.Duration
  /** So long after its wake-up a registration counts as one of those. */
  readonly sweepAfter: Duration.Duration
  /** A lease of 12 seconds is renewed this often. */
  readonly renewEvery: Duration.Duration
}

export const RegistrationSettings = Context.Reference<RegistrationSettings>(
  "@embedded-super/service/funds/member-registration/RegistrationSettings",
  {
    defaultValue: () => ({
      registrations: 64,
      sweepEvery: Duration.seconds(2),
      sweepAfter: Duration.seconds(10),
      renewEvery: Duration.seconds(3)
    })
  }
)
