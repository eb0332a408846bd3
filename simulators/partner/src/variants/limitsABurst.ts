import { crowded } from "../flaws/calls.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const limitsABurst: OtherPartner = {
  name: "limits-a-burst",
  sentence: "Answers 429 with Retry-After while forty deliveries are served.",
  play: () => ({
    exchange: crowded(40, { status: 429, headers: { "retry-after": "1" }, body: "" })
  })
}
