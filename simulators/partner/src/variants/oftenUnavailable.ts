import type { OtherPartner } from "../flaws/Flaw.ts"
import { everyNinth } from "./everyNinth.ts"

export const oftenUnavailable: OtherPartner = {
  name: "often-unavailable",
  sentence: "Answers 503 with Retry-After to every ninth delivery.",
  play: () => everyNinth({ status: 503, headers: { "retry-after": "1" }, body: "" })
}
