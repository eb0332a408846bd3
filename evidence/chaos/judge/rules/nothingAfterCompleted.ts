import { isAccepted, keyOf } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

const LAST = "onboarding_session_completed"

/** The completion of a session is its last webhook (R-3-15, R-6-13). */
export const nothingAfterCompleted: Rule = {
  holds:
    "After onboarding_session_completed nothing of the session is committed, and once accepted nothing else arrives.",
  *broken({ arrivals, commitOf, commits }) {
    const last = new Map(
      commits.filter(({ event, stored }) => stored && event === LAST).map((commit) => [keyOf(commit), commit])
    )
    for (const commit of commits) {
      const completed = last.get(keyOf(commit))
      if (commit.stored && completed !== undefined && commit.seq > completed.seq) {
        yield { about: commit.webhookId, detail: `was committed after ${completed.webhookId}` }
      }
    }
    const over = new Map<string, string>()
    for (const arrival of arrivals) {
      const commit = commitOf.get(arrival.webhookId)
      if (commit === undefined || arrival.lossy) continue
      const completed = over.get(keyOf(commit))
      if (completed !== undefined && completed !== commit.webhookId) {
        yield { about: commit.webhookId, detail: `arrived after ${completed} was accepted` }
      }
      if (commit.event === LAST && isAccepted(arrival)) over.set(keyOf(commit), commit.webhookId)
    }
  }
}
