import { keyOf } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

/** For each entity, an event first arrives after the first arrivals of all earlier events. */
export const firstArrivalsAreInOrder: Rule = {
  holds: "The order of first arrivals increases in seq for each endpoint, subject and entity.",
  *broken({ arrivals, commitOf }) {
    const latest = new Map<string, number>()
    const seen = new Set<string>()
    for (const { lossy, webhookId } of arrivals) {
      const commit = commitOf.get(webhookId)
      if (commit === undefined || lossy || seen.has(webhookId)) continue
      seen.add(webhookId)
      const key = keyOf(commit)
      const before = latest.get(key) ?? 0
      if (commit.seq < before) {
        yield { about: webhookId, detail: `arrived as seq ${commit.seq} after seq ${before} of its entity` }
      }
      latest.set(key, Math.max(before, commit.seq))
    }
  }
}
