import type { Flaw } from "../Flaw.ts"

export const keyedByEntityAndEvent: Flaw = {
  name: "keyed-by-entity-and-event",
  group: "order",
  sentence: "Takes a second webhook of one event of an entity for a repeat.",
  killedBy: ["ORDER-3-3"],
  play: () => {
    const seen = new Set<string>()
    return {
      works: ({ event, id }, works) => {
        const isNew = !seen.has(`${event} ${id}`)
        seen.add(`${event} ${id}`)
        return works && isNew
      }
    }
  }
}
