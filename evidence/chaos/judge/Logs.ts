/**
 * The input of the judge: three append-only logs (commits, attempts, arrivals), written by three independent processes,
 * and the final state of the ledger.
 *
 * Times are milliseconds since 1970 by the clock of delivery (`platform_now()`), also where a run has moved that clock.
 */
export interface Logs {
  readonly commits: ReadonlyArray<Commit>
  readonly dueTimes: ReadonlyArray<DueTime>
  readonly attempts: ReadonlyArray<Attempt>
  readonly deliveries: ReadonlyArray<Delivered>
  readonly arrivals: ReadonlyArray<Arrival>
  readonly outcomes: ReadonlyArray<Outcome>
  readonly pauses: ReadonlyArray<Pause>
  readonly secrets: ReadonlyArray<SecretLife>
  /** Everything that was printed or kept as text: programs' logs and the tables of attempts. */
  readonly texts: ReadonlyArray<{ readonly name: string; readonly text: string }>
  /** Tax file numbers, secrets and keys that were used in the run, and that no text may show. */
  readonly canaries: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** An event that a transaction recorded for an endpoint. */
export interface Commit {
  /** The `webhook-id` that its delivery bears. */
  readonly webhookId: string
  readonly endpoint: string
  readonly subject: string
  readonly entity: string
  readonly event: string
  readonly seq: number
  /** Whether the program that committed the transaction got the database's acknowledgement. */
  readonly acknowledged: boolean
  /** Whether the event is in the database at the end. */
  readonly stored: boolean
}

/** The time at which a delivery may be sent next, as it was set at some moment. */
export interface DueTime {
  readonly webhookId: string
  readonly from: number
  readonly dueAt: number
}

/** An attempt as the worker wrote it down. */
export interface Attempt {
  readonly webhookId: string
  readonly startedAt: number
}

/** A delivery that the worker recorded as made. */
interface Delivered {
  readonly webhookId: string
  readonly at: number
}

/** A request as the receiver saw it. */
export interface Arrival {
  /** Its place among all that began or ended at the receiver. */
  readonly began: number
  /** The place of its end: it was answered, or its connection broke. Null if it never ended. */
  readonly ended: number | null
  readonly at: number
  /** When it was sent, by its signature; the same as `at` unless the network held it up for more than a second. */
  readonly sentAt: number
  /** The moment of its arrival by the receiver's own clock, which it compares with the signature's timestamp. */
  readonly wall: number
  readonly endpoint: string
  readonly webhookId: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
  /** The status of the answer; null without one. */
  readonly status: number | null
  /** Whether it came over a line that loses bytes: then it needn't verify, and mustn't be accepted. */
  readonly lossy: boolean
}

/** The state of a delivery at the end of the run. */
export interface Outcome {
  readonly webhookId: string
  readonly state: "pending" | "delivered" | "superseded" | "dead"
  readonly supersededBy: string | null
}

/** A span in which an endpoint may not be called. It begins when requests in flight at the pause may have ended. */
export interface Pause {
  readonly endpoint: string
  readonly from: number
  readonly to: number | null
}

/** A signing secret, and the time in which a request may be signed with it. */
export interface SecretLife {
  readonly endpoint: string
  readonly secret: string
  readonly from: number
  readonly to: number | null
}

/** A receiver has accepted what it answered 2xx. */
export const isAccepted = ({ status }: Arrival): boolean => status !== null && status >= 200 && status < 300

/** One line of events that must arrive in their order. */
export const keyOf = ({
  endpoint,
  entity,
  subject
}: Pick<Commit, "endpoint" | "subject" | "entity">): string => `${endpoint}|${subject}|${entity}`

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
