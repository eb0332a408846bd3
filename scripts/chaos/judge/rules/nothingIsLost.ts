import type { Rule } from "../Rule.ts"

/** What the database said is committed, is there. */
export const nothingIsLost: Rule = {
  holds: "What was acknowledged as committed is in the database at the end.",
  *broken({ commits }) {
    for (const { acknowledged, stored, webhookId } of commits) {
      if (acknowledged && !stored) yield { about: webhookId, detail: "acknowledged, and not in the database" }
    }
  }
}
