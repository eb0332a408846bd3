import type { Arrival, Commit, Logs } from "./Logs.ts"

/** A violation: something happened that must never happen. */
export interface Violation {
  readonly rule: string
  /** The webhook, endpoint or text that it is about. */
  readonly about: string
  readonly detail: string
}

/** The logs, with the indexes that every rule uses. */
export interface Evidence extends Logs {
  readonly commitOf: ReadonlyMap<string, Commit>
  /** In the order in which they began. */
  readonly arrivals: ReadonlyArray<Arrival>
}

/** A promise as a sentence, and its violations. */
export interface Rule {
  readonly holds: string
  readonly broken: (evidence: Evidence) => Iterable<Omit<Violation, "rule">>
}
