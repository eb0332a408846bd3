import type { Rule } from "../Rule.ts"

/** Every acknowledged commit is in the database. */
export const nothingIsLost: Rule = {
  holds: "What was acknowledged as committed is in the database at the end.",
  *broken({ commits }) {
    for (const { acknowledged, stored, webhookId } of commits) {
      if (acknowledged && !stored) yield { about: webhookId, detail: "acknowledged, and not in the database" }
    }
  }
}
