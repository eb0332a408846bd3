import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const subjectUnchecked: Flaw = {
  name: "subject-unchecked",
  group: "auth",
  sentence: "The fund accepts tokens of other clients.",
  killedBy: ["AUTH-5-9"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /sub is not/.test(reason))
}
