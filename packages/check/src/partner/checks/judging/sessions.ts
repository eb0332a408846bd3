/** How the calls that create the session of an intent are judged. */
import { notObserved, type Outcome } from "../../../check/Check.ts"
import type { Callback, Entity, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { noCall } from "./calls.ts"

/** The attempts to make a session of an intent. */
export const conversionsOf = (partner: PartnerUnderTest, intent: Entity): ReadonlyArray<Callback> =>
  partner
    .callbacks(intent)
    .filter(({ method, path }) => method === "POST" && path.endsWith("/onboarding-session"))

/**
 * The call that creates the session of an intent, if it was refused for what it is by itself: another key, body or type of
 * body is needed. Then nothing can be seen of its repeats.
 */
export const refusedConversion = (partner: PartnerUnderTest, intent: Entity): Callback | undefined => {
  const last = conversionsOf(partner, intent).at(-1)
  return last !== undefined && [400, 401, 403, 415].includes(last.status) ? last : undefined
}

export const conversionIsRefused = notObserved("The call that creates the session of an intent is refused.")

/** How many sessions the receiver meant to make: repeats with one Idempotency-Key are one. */
export const meantSessions = (partner: PartnerUnderTest, intent: Entity): number => {
  // A repeat after a failure of the service is the same attempt.
  const made = conversionsOf(partner, intent).filter(({ status }) => status < 500 && status !== 429)
  return new Set(made.map(({ id, idempotencyKey }) => idempotencyKey ?? id)).size
}

/** A check needs the session of an intent, and none was created: others judge that. */
export const noSession = (partner: PartnerUnderTest, intent: Entity): Outcome =>
  partner.callbacks(intent).length === 0
    ? noCall(partner, intent)
    : notObserved(
        "The receiver calls back about the intent, and creates no session of it in time. CALLBACK-4.1-7 judges that."
      )
