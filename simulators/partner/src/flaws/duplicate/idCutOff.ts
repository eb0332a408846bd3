import type { Flaw } from "../Flaw.ts"

export const idCutOff: Flaw = {
  name: "id-cut-off",
  group: "duplicate",
  sentence: "Keeps the first 32 letters of a webhook-id.",
  killedBy: ["DUPLICATE-2.1-2"],
  play: () => {
    const seen = new Set<string>()
    /** Entities whose last webhook was taken for a repeat. */
    const repeated = new Set<string>()
    return {
      verify: async (delivery, verify) => {
        const verified = await verify(delivery)
        const cut = verified.id.slice(0, 32)
        if (seen.has(cut)) repeated.add(verified.payload.id)
        else repeated.delete(verified.payload.id)
        seen.add(cut)
        return verified
      },
      works: ({ id }, works) => works && !repeated.has(id)
    }
  }
}
