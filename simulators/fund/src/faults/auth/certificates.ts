/** Funds that accept callers without the right certificate. */
import { ofGroup } from "../Fault.ts"
import { tolerating } from "../plays/callers.ts"

export const certificates = ofGroup("auth", [
  {
    name: "no-certificate-accepted",
    sentence: "The fund accepts callers without a certificate.",
    killedBy: ["AUTH-7-1"],
    finding: "fail: The fund accepts a call without credentials.",
    options: { fund: "grevillea" },
    play: () => tolerating((_, reason) => /this connection has none/.test(reason))
  },
  {
    name: "any-certificate-accepted",
    sentence: "The fund accepts the certificate of every authority.",
    killedBy: ["AUTH-7-3"],
    finding: "fail: The fund accepts a call with credentials that the fund never gave.",
    options: { fund: "grevillea" },
    play: () => tolerating((_, reason) => /didn't issue the certificate/.test(reason))
  }
])
