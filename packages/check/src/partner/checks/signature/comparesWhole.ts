/** Signatures that are almost right: a comparison has to be of whole values, byte by byte. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pass, notObserved, warn } from "../../../check/Check.ts"
import { isAccepted, type PartnerCheck, type PartnerUnderTest, type Answer } from "../../PartnerUnderTest.ts"
import { modes } from "../judging/applies.ts"
import { mustRefuse } from "../judging/deliveries.ts"

/** Delivers a webhook whose signature is the right one, changed. */
const deliverChanged = Effect.fnUntraced(function* (
  partner: PartnerUnderTest,
  change: (signature: string) => string
) {
  const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
  const signedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const headers = {
    "webhook-timestamp": String(signedAt),
    "webhook-signature": `v1,${change(partner.signatureOf(webhook, { signedAt }))}`
  }
  return yield* partner.deliver(webhook, { headers })
})

const otherCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  )

/** In Base64 a large letter is another value than a small one. */
const comparesLetters: PartnerCheck = {
  id: "SIGNATURE-2.1-19",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A signature whose small letters are written large, and the large ones small, is refused.",
  hint: "Compare the bytes of the signatures, in constant time. equalsIgnoreCase and a column that ignores case accept others.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.map(deliverChanged(partner, otherCase), (answer) =>
      mustRefuse(answer, "A signature is accepted whose letters have another case.")
    )
}

/** How many of its 44 letters are left: fewer are guessed sooner. Without its padding alone it is the same value. */
const lengths = [40, 22, 10, 4, 1]

const refusesCutOff: PartnerCheck = {
  id: "SIGNATURE-2.1-21",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A signature that is cut off is refused, wherever it ends.",
  hint: "Compare whole values of one length. A comparison that ends with the shorter text, or startsWith, accepts what can be guessed letter by letter.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const length of lengths) {
        const answer = yield* deliverChanged(partner, (signature) => signature.slice(0, length))
        const outcome = mustRefuse(answer, "A signature that is cut off is accepted.")
        if (outcome.verdict !== "pass") return outcome
      }
      return pass
    })
}

/** Its sender knows the right signature, so it is no forgery; but the comparison isn't one of whole values. */
const refusesLengthened: PartnerCheck = {
  id: "SIGNATURE-2.1-22",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A signature with letters before it is refused.",
  hint: "Split webhook-signature at spaces, and compare each value as a whole. Don't search the header for the right signature.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const answer = yield* deliverChanged(partner, (signature) => `AAAA${signature}`)
      const outcome = mustRefuse(answer, "A signature is accepted that has letters before it.")
      return outcome.verdict === "fail" ? { ...outcome, verdict: "warn" } : outcome
    })
}

export const comparesWhole: ReadonlyArray<PartnerCheck> = [comparesLetters, refusesCutOff, refusesLengthened]

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
