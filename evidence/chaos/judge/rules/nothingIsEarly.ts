import type { DueTime } from "../Logs.ts"
import type { Evidence, Rule } from "../Rule.ts"

/** Times are recorded in whole milliseconds, and each process rounds on its own. */
const ROUNDING = 5

/**
 * Returns the due time of a delivery at a moment: the last one that was set before it. One that was set at exactly that
 * moment comes from the attempt that began then, and was recorded within half a millisecond.
 */
const dueTimesOf = ({ dueTimes }: Evidence) => {
  const known = Map.groupBy(dueTimes, ({ webhookId }) => webhookId)
  return (webhookId: string, moment: number): number =>
    known
      .get(webhookId)
      ?.reduce<DueTime | undefined>(
        (last, due) => (due.from < moment || last === undefined ? due : last),
        undefined
      )?.dueAt ?? Number.NEGATIVE_INFINITY
}

/** The worker's own record and the receiver's clock are each compared with the due time. */
export const nothingIsEarly: Rule = {
  holds: "No attempt is made, and nothing arrives, before it is due.",
  *broken(evidence) {
    const { arrivals, attempts, commitOf } = evidence
    const dueAt = dueTimesOf(evidence)
    for (const { startedAt, webhookId } of attempts) {
      const early = dueAt(webhookId, startedAt) - startedAt
      if (early > ROUNDING)
        yield { about: webhookId, detail: `was attempted ${Math.round(early)} ms too early` }
    }
    for (const { lossy, sentAt, webhookId } of arrivals) {
      if (lossy || !commitOf.has(webhookId)) continue
      const early = dueAt(webhookId, sentAt) - sentAt
      if (early > ROUNDING) yield { about: webhookId, detail: `arrived ${Math.round(early)} ms too early` }
    }
  }
}
