/** The parts that the checks of an intent's repeats share. */
import { notObserved } from "../../../check/outcomes.ts"
import type { Entity, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { both, ifConverts, ifFetches, modes } from "../judging.ts"

export const aCompleteIntent = (partner: PartnerUnderTest): Entity => {
  const intent = partner.entity("onboarding_session_intent")
  partner.advance(intent, "finished")
  return intent
}

export const hasNoKey = notObserved("The call that creates the session has no Idempotency-Key.")

const hint =
  "Store the webhook-id and what follows from it in one transaction, with a unique key. Send one Idempotency-Key for one intent."

export const shared = {
  level: "MUST",
  modes,
  hint,
  independent: true,
  appliesTo: both(ifFetches, ifConverts)
} as const
