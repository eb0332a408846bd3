import type { Commit } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

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
