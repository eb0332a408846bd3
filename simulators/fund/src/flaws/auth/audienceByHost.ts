import type { Flaw } from "../Flaw.ts"
import { claimsIn, tolerating } from "./tolerating.ts"

export const audienceByHost: Flaw = {
  name: "audience-by-host",
  group: "auth",
  sentence: "The fund accepts tokens for any path of its host.",
  killedBy: ["AUTH-5-21"],
  options: { fund: "waratah" },
  play: () =>
    tolerating(
      (request, reason) =>
        /aud is not/.test(reason) && new URL(String(claimsIn(request).aud)).host === request.headers.host
    )
}
