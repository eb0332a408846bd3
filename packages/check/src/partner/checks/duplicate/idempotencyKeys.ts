import * as Effect from "effect/Effect"
import { fail, notObserved, pass, warn } from "../../../check/Check.ts"
import type { PartnerCheck, Entity, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { both, ifConverts, ifFetches, modes } from "../judging/applies.ts"
import { conversionsOf, noSession } from "../judging/sessions.ts"

export const aCompleteIntent = (partner: PartnerUnderTest): Entity => {
  const intent = partner.entity("onboarding_session_intent")
  partner.advance(intent, "finished")
  return intent
}

export const hasNoKey = notObserved("The call that creates the session has no Idempotency-Key.")

const hint =
  "Store the webhook-id and what follows from it in one transaction, with a unique key. Send one Idempotency-Key for one intent."

/** The parts that the checks of an intent's repeats share. */
export const shared = {
  level: "MUST",
  modes,
  hint,
  independent: true,
  appliesTo: both(ifFetches, ifConverts)
} as const

/** A key that doesn't name the intent makes the service take two intents for one. */
const oneKeyForEach: PartnerCheck = {
  ...shared,
  id: "DUPLICATE-3-6",
  requirement: "R-6-16",
  title: "Two intents get their sessions, each with an Idempotency-Key of its own.",
  hint: "Make the Idempotency-Key of the intent's id. The service refuses a key that was used with another intent: 422 idempotency_key_reused.",
  run: (partner) =>
    Effect.gen(function* () {
      const intents = [aCompleteIntent(partner), aCompleteIntent(partner)] as const
      for (const intent of intents) {
        yield* partner.deliver(partner.webhook(intent, "onboarding_intent_completed"))
        yield* partner.until(() => conversionsOf(partner, intent).some(({ status }) => status !== 0))
      }
      const [one, other] = intents.map((intent) => conversionsOf(partner, intent)[0])
      if (one === undefined) return noSession(partner, intents[0])
      if (other === undefined) return noSession(partner, intents[1])
      if (one.idempotencyKey === undefined || other.idempotencyKey === undefined) return hasNoKey
      if (one.idempotencyKey !== other.idempotencyKey) return pass
      return fail({
        cause: "Two intents are converted with one Idempotency-Key.",
        expected: "Another Idempotency-Key for each intent",
        actual: `The same one; answered ${other.status}`,
        exchange: other.id
      })
    })
}

/** A POST whose answer got lost can be made again only with a key. */
const sendsKey: PartnerCheck = {
  ...shared,
  level: "SHOULD",
  id: "DUPLICATE-3-7",
  requirement: "R-6-16",
  title: "The session of an intent is created with an Idempotency-Key.",
  hint: "Send the header Idempotency-Key, made of the intent's id. Without it you can't tell a POST whose answer got lost from one that wasn't done.",
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      yield* partner.deliver(partner.webhook(intent, "onboarding_intent_completed"))
      yield* partner.until(() => conversionsOf(partner, intent).some(({ status }) => status !== 0))
      const [made] = conversionsOf(partner, intent)
      if (made === undefined) return noSession(partner, intent)
      if (made.idempotencyKey !== undefined) return pass
      return warn({
        cause: "The session is created without an Idempotency-Key.",
        expected: "The header Idempotency-Key",
        actual: "A POST without it.",
        exchange: made.id
      })
    })
}

export const idempotencyKeys: ReadonlyArray<PartnerCheck> = [oneKeyForEach, sendsKey]
