/** The promises about what arrives: all that was committed and nothing else, signed, and without a secret in the logs. */
import {
  type Arrival,
  type Commit,
  type Evidence,
  isAccepted,
  keyOf,
  type Outcome,
  type Rule,
  type SecretLife
} from "./Logs.ts"
import { Webhook } from "standardwebhooks"

/** Every acknowledged commit is in the database. */
export const nothingIsLost: Rule = {
  holds: "What was acknowledged as committed is in the database at the end.",
  *broken({ commits }) {
    for (const { acknowledged, stored, webhookId } of commits) {
      if (acknowledged && !stored) yield { about: webhookId, detail: "acknowledged, and not in the database" }
    }
  }
}

const reports = (body: string, commit: Commit): boolean => {
  try {
    const { event, id, subject } = JSON.parse(body)
    return event === commit.event && id === commit.entity && subject === commit.subject
  } catch {
    return false
  }
}

/** A transaction that was rolled back sends nothing, and no receiver gets another's webhook. */
export const onlyWhatWasCommitted: Rule = {
  holds: "What arrives was committed, for this endpoint, with this content.",
  *broken({ arrivals, commitOf }) {
    for (const { body, endpoint, lossy, webhookId } of arrivals) {
      if (lossy) continue
      const commit = commitOf.get(webhookId)
      if (commit === undefined || !commit.stored)
        yield { about: webhookId, detail: "arrived, and was never committed" }
      else if (commit.endpoint !== endpoint) {
        yield { about: webhookId, detail: `arrived at ${endpoint}, and is meant for ${commit.endpoint}` }
      } else if (!reports(body, commit))
        yield { about: webhookId, detail: "tells another event than was committed" }
    }
  }
}

/** Why this end of a delivery isn't valid; undefined if it is. */
const wrongEnd = (
  commit: Commit,
  outcome: Outcome,
  { commitOf }: Evidence,
  accepted: ReadonlySet<string>,
  paused: ReadonlySet<string>
): string | undefined => {
  if (outcome.state === "pending" && !paused.has(commit.endpoint)) return "neither sent nor given up"
  if (outcome.state === "delivered" && !accepted.has(commit.webhookId)) {
    return "counts as delivered, and the receiver never accepted it"
  }
  if (outcome.state !== "superseded") return undefined
  const by = commitOf.get(outcome.supersededBy ?? "")
  if (by === undefined) return "superseded by nothing that is known"
  if (keyOf(by) !== keyOf(commit)) return `superseded by ${by.webhookId}, which is of another entity`
  return by.seq > commit.seq ? undefined : `superseded by ${by.webhookId}, which is older`
}

/** Delivered, superseded, kept for a paused endpoint, or dead: one of them, and once. */
export const everyEventEndsOnce: Rule = {
  holds: "Every committed event ends in exactly one of delivered, superseded, paused and dead.",
  *broken(evidence) {
    const { arrivals, commits, outcomes, pauses } = evidence
    const accepted = new Set(arrivals.filter(isAccepted).map(({ webhookId }) => webhookId))
    const paused = new Set(pauses.filter(({ to }) => to === null).map(({ endpoint }) => endpoint))
    const ends = Map.groupBy(outcomes, ({ webhookId }) => webhookId)
    for (const commit of commits.filter(({ stored }) => stored)) {
      const { webhookId } = commit
      const [outcome, ...more] = ends.get(webhookId) ?? []
      if (outcome === undefined || more.length > 0) {
        yield { about: webhookId, detail: `has ${outcome === undefined ? 0 : more.length + 1} deliveries` }
        continue
      }
      const detail = wrongEnd(commit, outcome, evidence, accepted, paused)
      if (detail !== undefined) yield { about: webhookId, detail }
    }
  }
}

/** The library reads the machine's clock; a request is judged by that clock's time at its arrival. */
const at = <A>(moment: number, run: () => A): A => {
  const { now } = Date
  Date.now = () => moment
  try {
    return run()
  } finally {
    Date.now = now
  }
}

/** Whether npm's `standardwebhooks`, as a partner uses it, takes the request with this secret. */
const verifies = (arrival: Arrival, verifier: Webhook): boolean => {
  const headers = {
    "webhook-id": arrival.webhookId,
    "webhook-timestamp": arrival.timestamp,
    "webhook-signature": arrival.signature
  }
  try {
    at(arrival.wall, () => verifier.verify(arrival.body, headers))
    return true
  } catch {
    return false
  }
}

/** Signed with a secret that was live, with a timestamp of this attempt (five minutes old at most). */
export const everyRequestVerifies: Rule = {
  holds: "Every request verifies with a secret of its endpoint, at the time at which it arrived.",
  *broken({ arrivals, secrets }) {
    const secretsOf = Map.groupBy(
      secrets.map((life) => ({ ...life, verifier: new Webhook(life.secret) })),
      ({ endpoint }) => endpoint
    )
    const live =
      ({ at }: Arrival) =>
      ({ from, to }: SecretLife) =>
        from <= at && (to === null || at <= to)
    for (const arrival of arrivals) {
      const known = (secretsOf.get(arrival.endpoint) ?? []).filter(live(arrival))
      if (known.some(({ verifier }) => verifies(arrival, verifier))) continue
      if (arrival.lossy && !isAccepted(arrival)) continue
      yield { about: arrival.webhookId, detail: `doesn't verify with any of ${known.length} live secrets` }
    }
  }
}

/** Logs hold no tax file number, signing secret or key. */
export const nothingLeaks: Rule = {
  holds: "No log shows a tax file number, a secret or a key that was used.",
  *broken({ canaries, texts }) {
    for (const { name, text } of texts) {
      for (const canary of canaries) {
        const at = text.indexOf(canary.value)
        if (at >= 0) yield { about: name, detail: `shows ${canary.name} at character ${at}` }
      }
    }
  }
}
