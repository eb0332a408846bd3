import { type Arrival, type Evidence, isAccepted, type Logs, type Rule, type Violation } from "./Logs.ts"
import {
  deliveredIsOver,
  firstArrivalsAreInOrder,
  nothingAfterCompleted,
  nothingIsEarly,
  nothingOlderAfterwards,
  nothingOverlaps,
  pausedIsLeftAlone
} from "./orderRules.ts"
import {
  everyEventEndsOnce,
  everyRequestVerifies,
  nothingIsLost,
  nothingLeaks,
  onlyWhatWasCommitted
} from "./contentRules.ts"

/** The promises of delivery, rule by rule. */
const rules = {
  nothingIsLost,
  everyEventEndsOnce,
  onlyWhatWasCommitted,
  firstArrivalsAreInOrder,
  nothingOlderAfterwards,
  deliveredIsOver,
  nothingAfterCompleted,
  nothingIsEarly,
  pausedIsLeftAlone,
  everyRequestVerifies,
  nothingOverlaps,
  nothingLeaks
} satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof rules

/** The judge's findings. */
export interface Judgement {
  readonly violations: ReadonlyArray<Violation & { readonly rule: RuleName }>
  readonly committed: number
  readonly arrived: number
  readonly delivered: number
  readonly superseded: number
  readonly dead: number
  /** Arrivals that their receiver had accepted before: the unavoidable repeats of at-least-once. */
  readonly duplicates: ReadonlyArray<Arrival>
}

const evidenceOf = (logs: Logs): Evidence => ({
  ...logs,
  commitOf: new Map(logs.commits.map((commit) => [commit.webhookId, commit])),
  arrivals: logs.arrivals.toSorted((a, b) => a.began - b.began)
})

const duplicatesIn = (arrivals: ReadonlyArray<Arrival>): ReadonlyArray<Arrival> => {
  const accepted = new Set<string>()
  return arrivals.filter((arrival) => {
    const again = accepted.has(arrival.webhookId)
    if (isAccepted(arrival)) accepted.add(arrival.webhookId)
    return again
  })
}

/** Reads the logs of a run that is over, and returns the broken promises. It reads nothing else. */
export const judge = (logs: Logs): Judgement => {
  const evidence = evidenceOf(logs)
  const count = (state: string) => logs.outcomes.filter((outcome) => outcome.state === state).length
  return {
    violations: (Object.keys(rules) as ReadonlyArray<RuleName>).flatMap((rule) =>
      [...rules[rule].broken(evidence)].map((violation) => ({ rule, ...violation }))
    ),
    committed: logs.commits.filter(({ stored }) => stored).length,
    arrived: logs.arrivals.length,
    delivered: count("delivered"),
    superseded: count("superseded"),
    dead: count("dead"),
    duplicates: duplicatesIn(evidence.arrivals)
  }
}
