import * as Effect from "effect/Effect"
import { spacedJson } from "../../draw/written.ts"
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { modes, mustAccept } from "../judging.ts"

/** A delivery as the service sends it. */
export const acceptsSigned: PartnerCheck = {
  id: "SIGNATURE-2.1-1",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A delivery that is signed with the product's secret is answered 2xx.",
  hint: "The key of the HMAC is what the Base64 after whsec_ decodes to; the signed text is id, timestamp and raw body, with dots between. Answer 2xx as soon as it is stored.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const product of [0, 1] as const) {
        const webhook = partner.webhook(partner.entity("employer", { product }), "employer_settings_changed")
        const outcome = mustAccept(
          yield* partner.deliver(webhook),
          product === 0
            ? "A rightly signed delivery is refused."
            : "A rightly signed delivery of the second product is refused."
        )
        if (outcome.verdict !== "pass") return outcome
      }
      return { verdict: "pass" }
    })
}

/** A body whose bytes no serialiser would give back. */
export const readsRawBody: PartnerCheck = {
  id: "SIGNATURE-2.1-2",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "The signature is verified over the raw bytes of the body.",
  hint: "Read the raw body before any JSON parser does: express.raw, request.get_data(), a filter before the controller. A body that is parsed and written again has other bytes.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const plain = yield* partner.deliver(webhook)
      if (mustAccept(plain, "").verdict !== "pass")
        return { verdict: "not_observed", why: "Rightly signed deliveries are refused anyway." }
      const again = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      return mustAccept(
        yield* partner.deliver(again, { body: spacedJson(partner.draw, again.payload) }),
        "A rightly signed body is refused because its JSON is written with other spaces."
      )
    })
}

/** The service's clock may differ by some minutes. */
export const acceptsRecent: PartnerCheck = {
  id: "SIGNATURE-2.1-3",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A delivery that was signed up to five minutes ago is accepted.",
  hint: "Allow 300 seconds between webhook-timestamp and now, in both directions.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const answer = yield* partner.deliver(webhook, { age: 240 })
      const outcome = mustAccept(answer, "A delivery that was signed four minutes ago is refused.")
      return outcome.verdict === "fail" ? { ...outcome, verdict: "warn" } : outcome
    })
}
