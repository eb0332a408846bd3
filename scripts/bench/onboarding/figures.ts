import { atLeast, atMost, exactly, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import type { Compared } from "./compare.ts"
import type { Round } from "./round.ts"
import { slowest } from "./sustained.ts"

const median = (rounds: ReadonlyArray<Round>, of: (round: Round) => number) => percentile(rounds.map(of), 0.5)

const rate = ({ rounds }: Compared) => median(rounds, ({ perMinute }) => perMinute)

/** What each onboarding takes. */
const taken = ({ footprint }: Compared): ReadonlyArray<Figure> => [
  exactly(
    "onboardings that failed or were left over while counting",
    footprint.outcome.failures.length + footprint.outcome.leftOver,
    0
  ),
  atMost("statements for each", footprint.statements, 120),
  noted("round trips to PostgreSQL for each", footprint.roundTrips),
  atMost("WAL for each", footprint.wal / 1000, 60, "KB"),
  atMost("growth of tables for each", footprint.tables / 1000, 20, "KB"),
  noted("webhooks for each", footprint.outcome.webhooks / footprint.outcome.started),
  noted("CPU of the service for each", footprint.serviceCpu, "ms"),
  noted("CPU of PostgreSQL for each", footprint.databaseCpu, "ms")
]

const speed = (one: Compared): ReadonlyArray<Figure> => {
  const of = (read: (round: Round) => number) => median(one.rounds, read)
  return [
    noted(
      `onboardings a minute, each call's p99 under 250 ms and no completion 2 s late, median of ${one.rounds.length} rounds`,
      rate(one)
    ),
    noted(
      "longest p99 of a call at that rate",
      of(({ outcome }) => slowest(outcome).p99),
      "ms"
    ),
    noted(
      "from the confirmation to the webhook of completion, p50",
      of(({ outcome }) => outcome.completion.p50),
      "ms"
    ),
    noted(
      "the same, p99",
      of(({ outcome }) => outcome.completion.p99),
      "ms"
    ),
    noted(
      "CPU of the service for each at that rate",
      of(({ serviceCpu }) => serviceCpu),
      "ms"
    ),
    noted(
      "CPU of PostgreSQL for each at that rate",
      of(({ databaseCpu }) => databaseCpu),
      "ms"
    )
  ]
}

/** For orientation: without limits. */
const before = (base: Compared): ReadonlyArray<Figure> =>
  [...taken(base), ...(base.rounds.length === 0 ? [] : speed(base))].map(({ figure, what }) => ({
    what: `the commit before: ${what}`,
    figure,
    limit: "",
    pass: true
  }))

/** The figures of a comparison: ours with limits, and those of the base beside them. */
export const figuresOf = ([ours, base]: ReadonlyArray<Compared>): ReadonlyArray<Figure> => {
  if (ours === undefined) return []
  const isTimed = ours.rounds.length > 0
  return [
    ...taken(ours),
    ...(isTimed ? speed(ours) : []),
    ...(base === undefined ? [] : before(base)),
    ...(base === undefined || !isTimed
      ? []
      : [atLeast("the rate, as a ratio to the commit before", rate(ours) / rate(base), 2)])
  ]
}
