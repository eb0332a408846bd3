import type { Flaw } from "../Flaw.ts"
import { createHash } from "node:crypto"

export const listInAnotherFormat: Flaw = {
  name: "list-in-another-format",
  group: "list",
  sentence: "The list has hashes, and plain ABNs are agreed.",
  killedBy: ["LIST-2.6-6"],
  play: () => ({
    list: ({ name, text }) => ({
      name,
      text: String(text).replaceAll(/^\d{11}/gm, (abn) => createHash("sha256").update(abn).digest("hex"))
    })
  })
}
