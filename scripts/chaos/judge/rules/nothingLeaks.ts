import type { Rule } from "../Rule.ts"

/** Nobody who reads logs learns a tax file number, a signing secret or a key. */
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
