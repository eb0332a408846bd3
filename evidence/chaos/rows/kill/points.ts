import type { Behaviour } from "../../receiver/Behaviour.ts"

/** The process that reaches a point, and is killed there. */
export type Victim = "worker" | "producer" | "rotator"

/** A moment at which a process dies. */
export interface Point {
  readonly name: string
  readonly victim: Victim
  /** It dies when it reaches the point for the nth time, n from 1 to this. */
  readonly within: number
  /** The receiver's behaviour that makes a process reach the point. */
  readonly receiver: Behaviour
  /** Its workers release a lease as soon as nothing is due. */
  readonly keepsNoLease?: true
  /** Among those of the short form. */
  readonly sample?: true
}

const now: Behaviour = { kind: "answers", status: 204, within: 20, except: { share: 0.03, status: 500 } }
const sometimesGone: Behaviour = {
  kind: "answers",
  status: 204,
  within: 20,
  except: { share: 0.005, status: 410 }
}

/** The points of reliability's row 1; `before_release` replaces the generation swap, which the lists have. */
export const points: ReadonlyArray<Point> = [
  { name: "before_commit", victim: "producer", within: 20, receiver: now },
  { name: "after_commit", victim: "producer", within: 5, receiver: now, sample: true },
  { name: "after_claim", victim: "worker", within: 8, receiver: now },
  { name: "connected", victim: "worker", within: 40, receiver: now },
  { name: "sent", victim: "worker", within: 40, receiver: now },
  { name: "answered", victim: "worker", within: 40, receiver: now, sample: true },
  { name: "before_ledger_write", victim: "worker", within: 12, receiver: now },
  { name: "after_ledger_write", victim: "worker", within: 12, receiver: now },
  { name: "retry_scheduled", victim: "worker", within: 3, receiver: now },
  { name: "pause_transition", victim: "worker", within: 1, receiver: sometimesGone },
  { name: "secret_rotation", victim: "rotator", within: 5, receiver: now, sample: true },
  { name: "before_release", victim: "worker", within: 5, receiver: now, keepsNoLease: true }
]
