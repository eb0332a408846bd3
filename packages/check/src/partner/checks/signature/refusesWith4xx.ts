import * as Effect from "effect/Effect"
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { isAccepted, modes, mustRefuse, shouldBe4xx } from "../judging.ts"
import { deliverMalformed } from "./refusesForged.ts"

/** After 5xx the service tries again for days. */
export const refusesWith4xx: PartnerCheck = {
  id: "SIGNATURE-2.1-13",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A delivery that doesn't verify is answered 400, or another 4xx.",
  hint: "Catch what your verifier throws, and answer 400. An answer of 5xx hides attacks among your own failures.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const answer = yield* partner.deliver(webhook, { signers: ["unknown"], again: "if busy" })
      if (isAccepted(answer)) return { verdict: "not_observed", why: "Forged deliveries are accepted." }
      return shouldBe4xx(
        answer,
        "A delivery with a forged signature is refused with another status than 4xx."
      )
    })
}

/** A receiver of several products reads product_id before it can verify. */
export const refusesOtherBodies: PartnerCheck = {
  id: "SIGNATURE-2.1-20",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A forged body that isn't a JSON object is answered 400, or another 4xx.",
  hint: "Reading product_id comes before verifying it: catch what the JSON parser throws, and expect null, an array and an empty body.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const body of partner.draw.shuffled("body", ["", "subject=employer", "null", "[]", "{}"])) {
        const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
        const answer = yield* partner.deliver(webhook, { signers: ["unknown"], body, again: "if busy" })
        if (isAccepted(answer)) return { verdict: "not_observed", why: "Forged deliveries are accepted." }
        const status = shouldBe4xx(answer, "A forged body that isn't a JSON object isn't answered 4xx.")
        if (status.verdict !== "pass") return status
      }
      return { verdict: "pass" }
    })
}

/** Headers that libraries throw at in other ways than at a wrong signature. */
export const refusesMalformed: PartnerCheck = {
  id: "SIGNATURE-2.1-14",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A signature that can't be read is answered 400, or another 4xx.",
  hint: "Some libraries raise another error for a signature that isn't Base64 and a time that isn't a number: catch both.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const answer of yield* deliverMalformed(partner)) {
        const outcome = mustRefuse(answer, "A delivery whose signature can't be read is accepted.")
        if (outcome.verdict === "fail") return { ...outcome, verdict: "warn" }
        const status = shouldBe4xx(answer, "A signature that can't be read isn't answered 4xx.")
        if (status.verdict !== "pass") return status
      }
      return { verdict: "pass" }
    })
}
