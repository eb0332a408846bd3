import type { Rule } from "../Rule.ts"

/** Logs hold no tax file number, signing secret or key. */
export const nothingLeaks: Rule = {
  holds: "No log shows a tax file number, a secret or a key that was used.",
  *broken({ canaries, texts }) {
    for (const { name, text } of texts) {
      for (const canary of canaries) {
        const at = text.indexOf(canary.value)
        if (at >= 0) yield { about: name, detail: `shows ${canary.name} at character ${at}` }
      }
    }
  }
}
