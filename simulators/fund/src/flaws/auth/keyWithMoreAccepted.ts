import type { Flaw } from "../Flaw.ts"
import { comparing } from "./comparing.ts"

export const keyWithMoreAccepted: Flaw = {
  name: "key-with-more-accepted",
  group: "auth",
  sentence: "The fund accepts a key with something after it.",
  killedBy: ["AUTH-7-7"],
  play: () => comparing((known, given) => given.startsWith(known))
}
