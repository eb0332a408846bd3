import type { Flaw } from "../Flaw.ts"
import { comparing } from "./comparing.ts"

export const lastLetterOfKeyIgnored: Flaw = {
  name: "last-letter-of-key-ignored",
  group: "auth",
  sentence: "The fund compares all of a key but its last letter.",
  killedBy: ["AUTH-7-4"],
  play: () =>
    comparing((known, given) => given.length === known.length && given.slice(0, -1) === known.slice(0, -1))
}
