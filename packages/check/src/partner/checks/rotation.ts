/** A header with several signatures is right if one of them is: secrets are replaced, and a partner key is added. */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import type { PartnerCheck, PartnerUnderTest, Sending } from "../PartnerUnderTest.ts"
import { modes } from "./judging/applies.ts"
import { mustAccept, mustRefuse } from "./judging/deliveries.ts"

interface Rotation {
  readonly n: number
  readonly title: string
  readonly hint: string
  readonly cause: string
  readonly sendings: ReadonlyArray<Sending>
  readonly appliesTo?: (partner: PartnerUnderTest) => true | string
}

const everyHint =
  "Split webhook-signature at spaces, and accept the delivery if one signature of a scheme that you know is valid."

const rotations: ReadonlyArray<Rotation> = [
  {
    n: 1,
    title: "A delivery with two signatures is accepted if the second one is valid.",
    hint: everyHint,
    cause: "A delivery is refused if the second of its two signatures is the valid one.",
    sendings: [{ signers: ["unknown", "secret"] }]
  },
  {
    n: 2,
    title: "A delivery with two signatures is accepted if the first one is valid.",
    hint: everyHint,
    cause: "A delivery is refused if the first of its two signatures is the valid one.",
    sendings: [{ signers: ["secret", "unknown"] }]
  },
  {
    n: 3,
    title: "A v1a signature beside a valid v1 signature changes nothing.",
    hint: "Skip signatures of schemes that you don't know. The operator may add v1a to your partner account.",
    cause: "A delivery is refused because it has a v1a signature, too.",
    sendings: [{ signers: ["secret", "public_key"] }, { signers: ["public_key", "secret"] }]
  },
  {
    n: 4,
    title: "A delivery with four signatures is accepted if one is valid.",
    hint: "While a secret and a key are replaced there are two signatures of each scheme: try all of them.",
    cause: "A delivery with four signatures is refused.",
    sendings: [{ signers: ["unknown", "public_key", "public_key", "secret"] }]
  },
  {
    n: 5,
    title: "A delivery that is signed with the second secret alone is accepted.",
    hint: "Keep the old and the new secret until the rotation has ended, and try both.",
    cause: "A delivery that is signed with the second of two secrets is refused.",
    sendings: [{ signers: ["next_secret"] }],
    appliesTo: ({ hasNextSecret }) => hasNextSecret || "The settings name no second secret (next_secret_env)."
  },
  {
    n: 6,
    title: "A delivery that has nothing but a valid v1a signature is accepted.",
    hint: "Fetch the public keys from /.well-known/webhook-keys, take those of your partner account, and verify Ed25519 over the same text.",
    cause: "A delivery with nothing but a valid v1a signature is refused.",
    sendings: [{ signers: ["public_key"] }],
    appliesTo: ({ declared }) =>
      declared.verifies_public_keys || "The settings declare that v1a signatures aren't verified."
  }
]

const checkOf = ({ cause, hint, n, sendings, title, appliesTo }: Rotation): PartnerCheck => ({
  id: `ROTATION-2.1-${n}`,
  level: "MUST",
  requirement: "D-webhook-signatures",
  title,
  hint,
  modes,
  independent: true,
  ...(appliesTo === undefined ? {} : { appliesTo }),
  run: (partner) =>
    Effect.gen(function* () {
      for (const sending of sendings) {
        const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
        const outcome = mustAccept(yield* partner.deliver(webhook, sending), cause)
        if (outcome.verdict !== "pass") return outcome
      }
      return { verdict: "pass" }
    })
})

/** The scheme alone proves nothing. */
const refusesForgedV1a: PartnerCheck = {
  id: "ROTATION-2.1-7",
  level: "MUST",
  requirement: "D-webhook-signatures",
  title: "A delivery that has nothing but a forged v1a signature is refused.",
  hint: "A signature that you can't verify is no signature: answer 400 unless another one is valid.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const forged = `v1a,${randomBytes(64).toString("base64")}`
      return mustRefuse(
        yield* partner.deliver(webhook, { headers: { "webhook-signature": forged } }),
        "A delivery with nothing but a forged v1a signature is accepted."
      )
    })
}

export const rotation: ReadonlyArray<PartnerCheck> = [...rotations.map(checkOf), refusesForgedV1a]
