import type { Rule } from "../Rule.ts"

/** A repeat is unavoidable if a worker died or was cut off before it recorded the delivery, and never afterwards. */
export const deliveredIsOver: Rule = {
  holds: "What is written down as delivered isn't sent again.",
  *broken({ arrivals, deliveries }) {
    const deliveredAt = new Map(deliveries.map(({ at, webhookId }) => [webhookId, at]))
    for (const { lossy, sentAt, webhookId } of arrivals) {
      const since = sentAt - (deliveredAt.get(webhookId) ?? Number.POSITIVE_INFINITY)
      if (!lossy && since > 0) {
        yield {
          about: webhookId,
          detail: `came ${Math.round(since)} ms after it was written down as delivered`
        }
      }
    }
  }
}
