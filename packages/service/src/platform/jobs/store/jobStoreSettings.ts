import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/** The intervals of a process's work that no notification starts. Tests make the times longer or shorter. */
export interface JobStoreSettings {
  /** How often a listening process looks for jobs, in case a notification was lost. */
  readonly sweepEvery: Duration.Duration
  /** How often a process that can't listen looks for jobs. */
  readonly lookEvery: Duration.Duration
  /** How often claims are renewed. One that isn't renewed for 12 seconds has expired. */
  readonly renewEvery: Duration.Duration
  /** How long a notification that a process sends to itself may take. */
  readonly arrivesWithin: Duration.Duration
  /** How long a process waits before it tries again to listen, if that notification didn't arrive. */
  readonly listenAgainAfter: Duration.Duration
}

export const JobStoreSettings = Context.Reference<JobStoreSettings>(
  "@embedded-super/service/platform/jobs/JobStoreSettings",
  {
    defaultValue: () => ({
      sweepEvery: Duration.seconds(5),
      lookEvery: Duration.millis(100),
      renewEvery: Duration.seconds(3),
      arrivesWithin: Duration.seconds(1),
      listenAgainAfter: Duration.minutes(1)
    })
  }
)
