import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import {
  isAccepted,
  type Answer,
  type PartnerCheck,
  type PartnerUnderTest,
  type Sending,
  type Webhook
} from "../../PartnerUnderTest.ts"
import type { Outcome } from "../../../check/Check.ts"
import { ifTwoProducts, modes } from "../judging/applies.ts"
import { answersAllSo, mustRefuse, shouldBe4xx } from "../judging/deliveries.ts"

interface Forgery {
  readonly n: number
  readonly title: string
  readonly cause: string
  readonly hint: string
  readonly sending: (partner: PartnerUnderTest, webhook: Webhook) => Sending
  readonly appliesTo?: PartnerCheck["appliesTo"]
}

const verifyHint =
  "Compute the HMAC over webhook-id, webhook-timestamp and the raw body yourself, compare it in constant time, and answer 400 if no signature fits."

const forgeries: ReadonlyArray<Forgery> = [
  {
    n: 4,
    title: "A delivery whose signature was made with another secret is refused.",
    cause: "A delivery with a forged signature is accepted.",
    hint: verifyHint,
    sending: () => ({ signers: ["unknown"] })
  },
  {
    n: 5,
    title: "A body that was changed after signing is refused.",
    cause: "A body that was changed after signing is accepted.",
    hint: verifyHint,
    sending: (_, { payload }) => ({ tampered: JSON.stringify({ ...payload, remote_id: "changed" }) })
  },
  {
    n: 6,
    title: "A delivery without a signature is refused.",
    cause: "A delivery without a signature is accepted.",
    hint: "Answer 400 if webhook-id, webhook-timestamp or webhook-signature is missing.",
    sending: () => ({ signers: [] })
  },
  {
    n: 7,
    title: "A delivery that was signed more than five minutes ago is refused.",
    cause: "A delivery that was signed ten minutes ago is accepted.",
    hint: "Refuse a webhook-timestamp that is more than 300 seconds from now; otherwise a recorded delivery can be sent again by anyone.",
    sending: () => ({ age: 600 })
  },
  {
    n: 8,
    title: "A delivery that is signed for a time to come is refused.",
    cause: "A delivery that is signed for ten minutes from now is accepted.",
    hint: "Compare the absolute difference: a time to come is no better than an old one.",
    sending: () => ({ age: -600 })
  },
  {
    n: 9,
    title: "A delivery that is signed with another product's secret is refused.",
    cause: "A delivery that is signed with another product's secret is accepted.",
    hint: "Select the secret by product_id. Don't try all secrets that you have.",
    sending: () => ({ signers: ["other_product"] }),
    appliesTo: ifTwoProducts
  },
  {
    n: 10,
    title: "A delivery whose webhook-id was changed after signing is refused.",
    cause: "A delivery is accepted whose webhook-id was changed after signing.",
    hint: "The webhook-id is part of the signed text: without it, one delivery can be passed off as many events.",
    sending: (partner, webhook) => ({
      headers: { "webhook-id": partner.webhook(partner.entity("employer"), "employer_settings_changed").id },
      body: JSON.stringify(webhook.payload)
    })
  },
  {
    n: 11,
    title: "An empty signature is refused.",
    cause: "A delivery with an empty signature is accepted.",
    hint: "A comparison that stops at the shorter text accepts an empty one: compare whole values of one length.",
    sending: () => ({ headers: { "webhook-signature": "v1," } })
  },
  {
    n: 15,
    title: "A delivery of an unknown product that is signed with an empty secret is refused.",
    cause: "A delivery of an unknown product is accepted if it is signed with an empty secret.",
    hint: "Refuse a product_id that you don't know before you verify. A missing secret that becomes an empty one can be signed with by anyone.",
    sending: (_, { payload }) => ({
      signers: ["empty"],
      body: JSON.stringify({ ...payload, product_id: randomUUID() })
    })
  }
]

const checkOf = ({ appliesTo, cause, hint, n, sending, title }: Forgery): PartnerCheck => ({
  id: `SIGNATURE-2.1-${n}`,
  level: "MUST",
  requirement: "D-webhook-signatures",
  title,
  hint,
  modes,
  independent: true,
  ...(appliesTo === undefined ? {} : { appliesTo }),
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      return mustRefuse(
        yield* partner.deliver(webhook, { ...sending(partner, webhook), again: "if busy" }),
        cause
      )
    })
})

export const refusesForged: ReadonlyArray<PartnerCheck> = forgeries.map(checkOf)

/** A receiver that remembers signatures that were right, instead of verifying each. */
export const verifiesEach: PartnerCheck = {
  id: "SIGNATURE-2.1-12",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A signature is valid for the body that it was made of, however often it was seen.",
  hint: "Verify each delivery. Don't keep signatures that were valid once.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const first = yield* partner.deliver(webhook)
      // The signature that was seen, even if the second has passed in which it was made.
      const sending = {
        tampered: JSON.stringify({ ...webhook.payload, remote_id: "changed" }),
        headers: {
          "webhook-timestamp": String(first.signedAt),
          "webhook-signature": `v1,${partner.signatureOf(webhook, first)}`
        }
      }
      return mustRefuse(
        yield* partner.deliver(webhook, sending),
        "A signature that was valid once is accepted for another body."
      )
    })
}

/** The answers to values that can't be read as a signature. */
const malformed = [
  { "webhook-signature": "v1,%%%" },
  { "webhook-signature": "nonsense" },
  { "webhook-timestamp": "yesterday" },
  { "webhook-timestamp": null }
] as const

const deliverMalformed = (partner: PartnerUnderTest): Effect.Effect<ReadonlyArray<Answer>> =>
  Effect.forEach(partner.draw.shuffled("malformed", malformed), (headers) =>
    partner.deliver(partner.webhook(partner.entity("employer"), "employer_settings_changed"), {
      headers,
      again: "if busy"
    })
  )

/** Delivers as it should be, and judges the refusals if that isn't answered in the same wrong way. */
const unlessAllAreSo = (partner: PartnerUnderTest, judge: Effect.Effect<Outcome>): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
    return answersAllSo(yield* partner.deliver(webhook)) ?? (yield* judge)
  })

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
    unlessAllAreSo(
      partner,
      Effect.gen(function* () {
        const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
        const answer = yield* partner.deliver(webhook, { signers: ["unknown"], again: "if busy" })
        if (isAccepted(answer)) return { verdict: "not_observed", why: "Forged deliveries are accepted." }
        return shouldBe4xx(
          answer,
          "A delivery with a forged signature is refused with another status than 4xx."
        )
      })
    )
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
    unlessAllAreSo(
      partner,
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
    )
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
    unlessAllAreSo(
      partner,
      Effect.gen(function* () {
        for (const answer of yield* deliverMalformed(partner)) {
          const outcome = mustRefuse(answer, "A delivery whose signature can't be read is accepted.")
          if (outcome.verdict === "fail") return { ...outcome, verdict: "warn" }
          const status = shouldBe4xx(answer, "A signature that can't be read isn't answered 4xx.")
          if (status.verdict !== "pass") return status
        }
        return { verdict: "pass" }
      })
    )
}
