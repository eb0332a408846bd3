import { isAccepted, keyOf } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

/** Not even a repeat may arrive after a later event of the same entity was accepted. */
export const nothingOlderAfterwards: Rule = {
  holds: "Once something was accepted, nothing older of its entity arrives any more, not even again.",
  *broken({ arrivals, commitOf }) {
    const accepted = new Map<string, number>()
    for (const arrival of arrivals) {
      const commit = commitOf.get(arrival.webhookId)
      if (commit === undefined || arrival.lossy) continue
      const key = keyOf(commit)
      const latest = accepted.get(key) ?? 0
      if (commit.seq < latest) {
        yield { about: arrival.webhookId, detail: `seq ${commit.seq} came after seq ${latest} was accepted` }
      }
      if (isAccepted(arrival)) accepted.set(key, Math.max(latest, commit.seq))
    }
  }
}
