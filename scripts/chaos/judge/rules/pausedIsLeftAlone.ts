import type { Rule } from "../Rule.ts"

/** A paused endpoint is not called. */
export const pausedIsLeftAlone: Rule = {
  holds: "Nothing arrives while the endpoint is paused.",
  *broken({ arrivals, pauses }) {
    const pausesOf = Map.groupBy(pauses, ({ endpoint }) => endpoint)
    for (const { at, endpoint, webhookId } of arrivals) {
      const pause = pausesOf.get(endpoint)?.find(({ from, to }) => at > from && (to === null || at < to))
      if (pause !== undefined) {
        yield {
          about: webhookId,
          detail: `arrived ${Math.round(at - pause.from)} ms into a pause of its endpoint`
        }
      }
    }
  }
}
