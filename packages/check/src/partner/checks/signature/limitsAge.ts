import * as Effect from "effect/Effect"
import { notObserved, pass, warn } from "../../../check/outcomes.ts"
import type { Answer, PartnerCheck } from "../../PartnerUnderTest.ts"
import { isAccepted, modes, mustRefuse } from "../judging.ts"

/** Seconds beyond the 300 that are allowed, so that neither a clock nor a slow answer decides. */
const BEYOND = 20

/** How many seconds the receiver's clock, as its answer names it, is from the signed time; undefined if it doesn't. */
const agedBy = ({ headers, signedAt }: Answer): number | undefined => {
  const at = Date.parse(headers["date"] ?? "") / 1000
  return Number.isNaN(at) ? undefined : Math.abs(at - signedAt)
}

/** A window that is a little wider than the five minutes. */
export const limitsAge: PartnerCheck = {
  id: "SIGNATURE-2.1-23",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A delivery that is signed for more than 300 seconds before or after now is refused.",
  hint: "Refuse a webhook-timestamp that is more than 300 seconds from now. A window that is wider leaves a recorded delivery valid for longer.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const age of [300 + BEYOND, -300 - BEYOND]) {
        const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
        const answer = yield* partner.deliver(webhook, { age })
        if (!isAccepted(answer)) {
          const outcome = mustRefuse(answer, "")
          if (outcome.verdict !== "pass") return outcome
          continue
        }
        if (answer.took > (BEYOND * 1000) / 2 || (agedBy(answer) ?? 300 + BEYOND) <= 300 + BEYOND / 2)
          return notObserved("The receiver's clock differs from the kit's, or its answer came late.")
        return warn({
          cause: "A delivery is accepted though it is signed for more than five minutes before or after now.",
          expected: "400",
          actual: `${answer.status}, ${300 + BEYOND} seconds ${age > 0 ? "after" : "before"} the signed time`,
          exchange: answer.id
        })
      }
      return pass
    })
}
