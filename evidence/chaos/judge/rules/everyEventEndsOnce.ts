import { type Commit, isAccepted, keyOf, type Outcome } from "../Logs.ts"
import type { Evidence, Rule } from "../Rule.ts"

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
