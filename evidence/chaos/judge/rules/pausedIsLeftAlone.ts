import type { Rule } from "../Rule.ts"

/** A paused endpoint is not called. */
export const pausedIsLeftAlone: Rule = {
  holds: "Nothing arrives while the endpoint is paused.",
  *broken({ arrivals, pauses }) {
    const pausesOf = Map.groupBy(pauses, ({ endpoint }) => endpoint)
    for (const { endpoint, sentAt, webhookId } of arrivals) {
      const pause = pausesOf
        .get(endpoint)
        ?.find(({ from, to }) => sentAt > from && (to === null || sentAt < to))
      if (pause !== undefined) {
        yield {
          about: webhookId,
          detail: `arrived ${Math.round(sentAt - pause.from)} ms into a pause of its endpoint`
        }
      }
    }
  }
}
