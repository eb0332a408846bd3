import type { Flaw } from "../Flaw.ts"
import { comparing } from "./comparing.ts"

export const keyCutOffAccepted: Flaw = {
  name: "key-cut-off-accepted",
  group: "auth",
  sentence: "The fund accepts the beginning of a key.",
  killedBy: ["AUTH-7-7"],
  play: () => comparing((known, given) => given.length >= 8 && known.startsWith(given))
}
