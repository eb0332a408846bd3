import type { Flaw } from "../Flaw.ts"
import { claimsIn, tolerating } from "./tolerating.ts"

const TEN_MINUTES = 600

export const lateTokenAccepted: Flaw = {
  name: "late-token-accepted",
  group: "auth",
  sentence: "The fund accepts a token for ten minutes after it has expired.",
  killedBy: ["AUTH-5-20"],
  options: { fund: "waratah" },
  play: () =>
    tolerating(
      (request, reason) =>
        /exp is in the past/.test(reason) && Date.now() / 1000 < (claimsIn(request).exp ?? 0) + TEN_MINUTES
    )
}
