import type { Arrival, Commit, Logs } from "./Logs.ts"

/** Something that must never happen, and did. */
export interface Violation {
  readonly rule: string
  /** The webhook, endpoint or text that it is about. */
  readonly about: string
  readonly detail: string
}

/** The logs, with what every rule looks things up by. */
export interface Evidence extends Logs {
  readonly commitOf: ReadonlyMap<string, Commit>
  /** In the order in which they began. */
  readonly arrivals: ReadonlyArray<Arrival>
}

/** What must hold, in words, and what breaks it. */
export interface Rule {
  readonly holds: string
  readonly broken: (evidence: Evidence) => Iterable<Omit<Violation, "rule">>
}
