import { Webhook } from "standardwebhooks"
import type { Arrival, Attempt, Commit, DueTime, Logs, Outcome } from "../Logs.ts"

/** The start of the made-up run, and the secret that it signs with. */
export const START = Date.parse("2026-12-01T00:00:00Z")
export const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString("base64")}`
export const TFN = "123456782"

const COMPLETED = "onboarding_session_completed"

export const aCommit = (name: string, entity: string, seq: number, change: Partial<Commit> = {}): Commit => ({
  webhookId: `msg_${name}`,
  endpoint: "one",
  subject: "onboarding_session",
  entity,
  event: name.startsWith("completed") ? COMPLETED : "onboarding_session_changed",
  seq,
  acknowledged: true,
  stored: true,
  ...change
})

/** A request for a commit, signed at its arrival, answered at once. */
export const anArrival = (commit: Commit, began: number, change: Partial<Arrival> = {}): Arrival => {
  const { endpoint, entity, event, subject, webhookId } = commit
  const at = change.at ?? START + began * 100
  const body = JSON.stringify({ subject, event, id: entity })
  const seconds = Math.floor(at / 1000)
  return {
    began,
    ended: began + 1,
    at,
    sentAt: at,
    wall: at,
    endpoint,
    webhookId,
    timestamp: String(seconds),
    signature: new Webhook(SECRET).sign(webhookId, new Date(seconds * 1000), body),
    body,
    status: 204,
    lossy: false,
    ...change
  }
}

const anAttempt = ({ webhookId }: Commit, startedAt: number): Attempt => ({ webhookId, startedAt })

const isDue = ({ webhookId }: Commit, dueAt: number, from = START): DueTime => ({ webhookId, from, dueAt })

const anOutcome = ({ webhookId }: Commit, state: Outcome["state"], by?: Commit): Outcome => ({
  webhookId,
  state,
  supersededBy: by?.webhookId ?? null
})

/**
 * A run in which everything allowed happens: a change that is superseded, one that fails and is sent again, one
 * that is repeated after a crash, one that dies, one that waits for a paused endpoint, a transaction that was rolled
 * back, a request over a line that loses bytes.
 */
export const aRun = (): Logs => {
  const superseded = aCommit("superseded", "a", 1)
  const failing = aCommit("failing", "a", 2)
  const completed = aCommit("completed", "a", 3)
  const repeated = aCommit("repeated", "b", 1)
  const dead = aCommit("dead", "c", 1)
  const waiting = aCommit("waiting", "d", 1, { endpoint: "paused" })
  const never = aCommit("never", "e", 1, { acknowledged: false, stored: false })
  const retryAt = START + 5_000
  return {
    commits: [superseded, failing, completed, repeated, dead, waiting, never],
    dueTimes: [
      ...[superseded, failing, completed, repeated, dead, waiting].map((commit) => isDue(commit, START)),
      isDue(failing, retryAt, START + 120)
    ],
    attempts: [
      anAttempt(failing, START + 100),
      anAttempt(failing, retryAt),
      anAttempt(completed, retryAt + 100),
      anAttempt(repeated, START + 500),
      anAttempt(dead, START + 700)
    ],
    deliveries: [failing, completed, repeated].map(({ webhookId }) => ({ webhookId, at: START + 400_000 })),
    arrivals: [
      anArrival(failing, 1, { status: 500 }),
      anArrival(repeated, 3),
      anArrival(repeated, 5),
      anArrival(dead, 7, { status: null, ended: null }),
      anArrival(failing, 9, { at: retryAt }),
      anArrival(completed, 11, { at: retryAt + 100 }),
      anArrival(completed, 10, { at: retryAt + 50, body: "{}", status: 400, lossy: true })
    ],
    outcomes: [
      anOutcome(superseded, "superseded", failing),
      anOutcome(failing, "delivered"),
      anOutcome(completed, "delivered"),
      anOutcome(repeated, "delivered"),
      anOutcome(dead, "dead"),
      anOutcome(waiting, "pending")
    ],
    pauses: [
      { endpoint: "paused", from: START, to: null },
      { endpoint: "one", from: START + 1_500, to: START + 4_000 }
    ],
    secrets: [{ endpoint: "one", secret: SECRET, from: START, to: null }],
    texts: [{ name: "worker", text: "Working\nA webhook failed: status=500" }],
    canaries: [
      { name: "a TFN", value: TFN },
      { name: "a secret", value: SECRET }
    ]
  }
}
