import { keyOf } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

/** Of each entity, one request is in flight at a time. */
export const nothingOverlaps: Rule = {
  holds: "No two requests of one entity are in flight at once.",
  *broken({ arrivals, commitOf }) {
    const open = new Map<string, { readonly webhookId: string; readonly ended: number }>()
    for (const { began, ended, lossy, webhookId } of arrivals) {
      const commit = commitOf.get(webhookId)
      if (commit === undefined || lossy) continue
      const key = keyOf(commit)
      const before = open.get(key)
      if (before !== undefined && before.ended > began) {
        yield { about: webhookId, detail: `came while ${before.webhookId} of its entity was being answered` }
      }
      const end = ended ?? Number.POSITIVE_INFINITY
      if (before === undefined || end > before.ended) open.set(key, { webhookId, ended: end })
    }
  }
}
