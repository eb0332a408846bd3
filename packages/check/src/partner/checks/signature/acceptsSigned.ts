import * as Effect from "effect/Effect"
import { spacedJson, beyondAsciiPart, inOtherCase } from "../../Draw.ts"
import { isAccepted, type PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifTwoProducts, modes } from "../judging/applies.ts"
import { mustAccept, unchangedNotAccepted } from "../judging/deliveries.ts"
import { pass, warn } from "../../../check/Check.ts"

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
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      return mustAccept(yield* partner.deliver(webhook), "A rightly signed delivery is refused.")
    })
}

/** One receiver may get the webhooks of several products. */
export const selectsSecret: PartnerCheck = {
  id: "SIGNATURE-2.1-24",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A delivery of the second product, signed with its own secret, is answered 2xx.",
  hint: "Select the secret by product_id, and set up your software with both products. If it knows one product alone, leave only that in the settings.",
  modes,
  independent: true,
  appliesTo: ifTwoProducts,
  run: (partner) =>
    Effect.gen(function* () {
      const employer = partner.entity("employer", { product: 1 })
      return mustAccept(
        yield* partner.deliver(partner.webhook(employer, "employer_settings_changed")),
        "A rightly signed delivery of the second product is refused."
      )
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
      if (!isAccepted(plain)) return unchangedNotAccepted(plain)
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

/** A body is UTF-8. In ASCII alone a verifier that takes it for another encoding is right by luck. */
const readsUtf8: PartnerCheck = {
  id: "SIGNATURE-2.1-16",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A body with letters beyond ASCII is verified as the bytes that it is.",
  hint: "Give the HMAC the bytes as they came. If your framework makes a text of them first, it may take another encoding than UTF-8, such as ISO 8859-1.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const named = (remoteId: string) => {
        const employee = partner.entity("employee")
        const change = { remote_id: `${employee.remoteId}-${remoteId}` }
        return partner.deliver(partner.webhook(employee, "employee_changed", change))
      }
      const plain = yield* named("Dang")
      if (!isAccepted(plain)) return unchangedNotAccepted(plain)
      return mustAccept(
        yield* named(beyondAsciiPart(partner.draw)),
        "A rightly signed body is refused because it has letters beyond ASCII."
      )
    })
}

/** Proxies on the way may write them so. */
const readsNamesInCapitals: PartnerCheck = {
  id: "SIGNATURE-2.1-17",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "Header names are read in any case: Webhook-Id is webhook-id.",
  hint: "Read headers with your framework's own function, which ignores the case of names, or make the names small first.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const send = (isOther: boolean) =>
        partner.deliver(
          partner.webhook(partner.entity("employer"), "employer_settings_changed"),
          isOther ? { named: inOtherCase(partner.draw) } : {}
        )
      const plain = yield* send(false)
      if (!isAccepted(plain)) return unchangedNotAccepted(plain)
      return mustAccept(
        yield* send(true),
        "A delivery is refused because the names of its headers begin with capitals.",
        warn
      )
    })
}

/** No two clocks agree: the service's may be the one that is ahead. */
const acceptsClockAhead: PartnerCheck = {
  id: "SIGNATURE-2.1-18",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A delivery that is signed for some seconds from now is accepted.",
  hint: "Allow 300 seconds in both directions. A receiver whose clock is a second behind refuses everything otherwise.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const send = (age: number) =>
        partner.deliver(partner.webhook(partner.entity("employer"), "employer_settings_changed"), { age })
      const now = yield* send(0)
      if (!isAccepted(now)) return unchangedNotAccepted(now)
      for (const age of [-5, -30]) {
        const outcome = mustAccept(
          yield* send(age),
          "A delivery is refused because it is signed for some seconds from now.",
          warn
        )
        if (outcome.verdict !== "pass") return outcome
      }
      return pass
    })
}

/** Forms of a delivery that HTTP and JSON allow, and that a verifier may trip over. */
export const acceptsOtherForms: ReadonlyArray<PartnerCheck> = [
  readsUtf8,
  readsNamesInCapitals,
  acceptsClockAhead
]
