/** The answers to deliveries are kept in the service's delivery log: they hold nothing personal, and no secret. */
import * as Effect from "effect/Effect"
import { pass, warn } from "../../check/Check.ts"
import type { Answer, PartnerCheck, PartnerUnderTest } from "../PartnerUnderTest.ts"
import { modes } from "./judging/applies.ts"
import { isFetched } from "./judging/calls.ts"

const isSecret = (what: string): boolean => what === "a Product API Key" || what === "a webhook secret"

/** The name of a planted value that an answer holds; undefined if it holds none. */
const plantedIn = (
  { planted }: PartnerUnderTest,
  { headers, text }: Answer,
  wanted: (what: string) => boolean
): string | undefined => {
  const whole = `${Object.values(headers).join("\n")}\n${text}`
  return planted.find(({ value, what }) => wanted(what) && whole.includes(value))?.what
}

/** Data that was fetched for one webhook must not be in the answer to the next. */
const answersNothingPersonal: PartnerCheck = {
  id: "PRIVACY-2.1-1",
  level: "SHOULD",
  requirement: "D-tax-file-numbers",
  title: "An answer to a delivery holds no personal data.",
  hint: "Answer 204 without a body. The service keeps the beginning of each answer in its delivery log.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      partner.advance(session, "finished")
      for (const event of ["onboarding_session_changed", "onboarding_session_completed"] as const) {
        yield* partner.deliver(partner.webhook(session, event))
        if (partner.declared.fetches_entities) yield* partner.until(() => isFetched(partner, session))
      }
      yield* partner.settled(session)
      const answer = yield* partner.deliver(partner.webhook(session, "onboarding_session_changed"))
      const what = plantedIn(partner, answer, (what) => !isSecret(what))
      if (what === undefined) return pass
      return warn({
        cause: `An answer to a delivery holds ${what}.`,
        expected: "No personal data",
        actual: `The answer holds ${what} of the session.`,
        exchange: answer.id
      })
    })
}

/** Who can send a forged delivery can read its refusal. */
const refusesWithoutSecrets: PartnerCheck = {
  id: "PRIVACY-2.1-2",
  level: "SHOULD",
  requirement: "D-webhook-signatures",
  title: "A refusal holds neither a secret nor the signature that would have been right.",
  hint: "Say that the signature is wrong, and nothing else: one who learns the right one sends it.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const answer = yield* partner.deliver(webhook, { signers: ["unknown"] })
      const what = plantedIn(partner, answer, isSecret)
      const right = partner.signatureOf(webhook, answer)
      const found = what ?? (answer.text.includes(right) ? "the right signature" : undefined)
      if (found === undefined) return pass
      return warn({
        cause: `The refusal of a forged delivery holds ${found}.`,
        expected: "No secret, and no signature",
        actual: `The answer holds ${found}.`,
        exchange: answer.id
      })
    })
}

export const privacy: ReadonlyArray<PartnerCheck> = [answersNothingPersonal, refusesWithoutSecrets]
