import type { Flaw } from "../Flaw.ts"
import { comparing } from "./comparing.ts"

export const keyInOtherLettersAccepted: Flaw = {
  name: "key-in-other-letters-accepted",
  group: "auth",
  sentence: "The fund takes capital and small letters of a key for equal.",
  killedBy: ["AUTH-7-6"],
  play: () => comparing((known, given) => known.toLowerCase() === given.toLowerCase())
}
