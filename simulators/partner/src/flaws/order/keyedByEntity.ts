import type { Flaw } from "../Flaw.ts"

export const keyedByEntity: Flaw = {
  name: "keyed-by-entity",
  group: "order",
  sentence: "Takes a second webhook of an entity for a repeat.",
  killedBy: ["ORDER-3-1"],
  play: () => {
    const seen = new Set<string>()
    return {
      works: ({ id }, works) => {
        const isNew = !seen.has(id)
        seen.add(id)
        return works && isNew
      }
    }
  }
}
