import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type Outcome, fail, isFailed, pass, warn } from "../../../check/Check.ts"
import { isAccepted, type Entity, type PartnerCheck, type PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { noCall, notMadeAgain } from "../judging/calls.ts"
import {
  conversionIsRefused,
  conversionsOf,
  meantSessions,
  noSession,
  refusedConversion
} from "../judging/sessions.ts"
import { aCompleteIntent, hasNoKey, shared } from "./idempotencyKeys.ts"

/** Whether its session is made, or its call refused, so that none will be. */
const isDecided = (partner: PartnerUnderTest, intent: Entity) => (): boolean =>
  conversionsOf(partner, intent).some(({ status }) => status === 201) ||
  refusedConversion(partner, intent) !== undefined

/** One session is meant, whatever was delivered. */
const judge = (partner: PartnerUnderTest, intent: Entity, cause: string): Outcome => {
  if (refusedConversion(partner, intent) !== undefined) return conversionIsRefused
  const meant = meantSessions(partner, intent)
  if (meant === 1) return pass
  if (meant === 0) return noSession(partner, intent)
  return fail({
    cause,
    expected: "One POST …/onboarding-session, or repeats with one Idempotency-Key",
    actual: `${meant}, each for a session of its own.`,
    exchange: conversionsOf(partner, intent).at(-1)!.id
  })
}

/** A receiver that doesn't recognise an ordinary repeat (DUPLICATE-3-1) makes this mistake, too. */
const asRepeat = (outcome: Outcome): Outcome =>
  isFailed(outcome) ? { ...outcome, explainedBy: ["DUPLICATE-3-1"] } : outcome

/** The service has sent it three times, because answers got lost. */
const oneAfterAnother: PartnerCheck = {
  ...shared,
  id: "DUPLICATE-3-1",
  requirement: "D-webhook-delivery",
  title: "onboarding_intent_completed that is delivered three times creates one session.",
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      yield* partner.deliver(webhook)
      yield* partner.until(isDecided(partner, intent))
      // Each attempt is signed with its own time.
      for (const age of [2, 4]) yield* partner.deliver(webhook, { age })
      yield* partner.settled(intent)
      return judge(partner, intent, "A repeated webhook makes the receiver create a session again.")
    })
}

/** How long the kit keeps the first call back waiting: those that race have called by then, too. */
const RACE_MS = 100

/**
 * Two attempts may overlap: the first was slow. The intent is answered to all that ask for it at once, before one of them
 * can have converted it; otherwise a fast receiver that races would win by luck.
 */
const atTheSameTime: PartnerCheck = {
  ...shared,
  id: "DUPLICATE-3-2",
  requirement: "D-webhook-delivery",
  title: "One webhook that is delivered three times at once creates one session.",
  hint: "Looking whether an id is there and then inserting it are two steps, between which another request looks, too: let a unique key of the database decide.",
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      const held = partner.hold(intent)
      const delivering = yield* Effect.forkScoped(
        Effect.all(
          [1, 2, 3].map(() => partner.deliver(webhook)),
          { concurrency: "unbounded" }
        )
      )
      yield* partner.until(() => partner.callbacks(intent).length > 0)
      yield* Effect.sleep(RACE_MS)
      held.release()
      yield* Fiber.await(delivering)
      yield* partner.until(isDecided(partner, intent))
      yield* partner.settled(intent)
      return judge(partner, intent, "Repeats at the same time make the receiver create several sessions.")
    })
}

/** The answer got lost, so the service sends again. */
const afterLostAnswer: PartnerCheck = {
  ...shared,
  id: "DUPLICATE-3-3",
  requirement: "D-webhook-delivery",
  title: "A webhook whose answer got lost, and that comes again, creates one session.",
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      yield* partner.deliver(webhook, { dropped: true })
      yield* partner.deliver(webhook)
      yield* partner.until(isDecided(partner, intent))
      yield* partner.settled(intent)
      return judge(partner, intent, "A repeat after a lost answer makes the receiver create a session again.")
    })
}

/** The service can't answer for a moment: the receiver tries again, or asks for the webhook again by its answer. */
const afterFailure: PartnerCheck = {
  ...shared,
  level: "SHOULD",
  id: "DUPLICATE-3-4",
  requirement: "R-6-16",
  title: "A session is created once, though the first calls back were answered 500 and 503.",
  hint: "Try a call again after 429 and 5xx, with the same Idempotency-Key; or answer the webhook 5xx, so that it comes again. Don't mark it as handled before its work is done.",
  fixes: { "A call that failed makes the receiver create a session twice.": shared.hint },
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      partner.refuseNext(intent, [500, 503])
      const first = yield* partner.deliver(webhook)
      // A delivery that isn't answered 2xx is made again.
      for (let attempt = 0, last = first; attempt < 3 && !isAccepted(last); attempt++)
        last = yield* partner.deliver(webhook)
      if (!(yield* partner.until(isDecided(partner, intent)))) {
        if (partner.callbacks(intent).length === 0) return noCall(partner, intent)
        return notMadeAgain(partner, {
          cause: "A webhook is lost if the service can't answer the call back at once.",
          expected: "Another call after 500 and 503, or an answer of 5xx to the webhook",
          actual: "Neither.",
          exchange: partner.callbacks(intent).at(-1)!.id
        })
      }
      yield* partner.settled(intent)
      return asRepeat(judge(partner, intent, "A call that failed makes the receiver create a session twice."))
    })
}

/** Many clients try a GET again, and a POST never. */
const afterFailedPost: PartnerCheck = {
  ...shared,
  level: "SHOULD",
  id: "DUPLICATE-3-5",
  requirement: "R-6-16",
  title:
    "A session is created, though the first POST was answered 500; the next one has the same Idempotency-Key.",
  hint: "With an Idempotency-Key a POST may be tried again like a GET: switch it on in your HTTP client.",
  fixes: {
    "A POST that is made again has another Idempotency-Key.":
      "Make the Idempotency-Key of the intent's id, once, and send the same with each try. A key of the call is another each time."
  },
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      partner.refuseNext(intent, [500], { method: "POST" })
      const first = yield* partner.deliver(webhook)
      // A delivery that isn't answered 2xx is made again.
      for (let attempt = 0, last = first; attempt < 3 && !isAccepted(last); attempt++)
        last = yield* partner.deliver(webhook)
      const isMade = yield* partner.until(isDecided(partner, intent))
      const [refused, next] = conversionsOf(partner, intent)
      if (refused === undefined) return noSession(partner, intent)
      if (refusedConversion(partner, intent) !== undefined) return conversionIsRefused
      if (!isMade || next === undefined)
        return notMadeAgain(partner, {
          cause: "No session is created if the first POST is answered 500.",
          expected: "Another POST, or an answer of 5xx to the webhook",
          actual: "Neither.",
          exchange: refused.id
        })
      if (refused.idempotencyKey === undefined && next.idempotencyKey === undefined) return hasNoKey
      if (refused.idempotencyKey === next.idempotencyKey) return pass
      return asRepeat(
        warn({
          cause: "A POST that is made again has another Idempotency-Key.",
          expected: "The same Idempotency-Key",
          actual: "Another one, with which a POST that was done is done again.",
          exchange: next.id
        })
      )
    })
}

export const convertsOnce: ReadonlyArray<PartnerCheck> = [
  oneAfterAnother,
  atTheSameTime,
  afterLostAnswer,
  afterFailure,
  afterFailedPost
]
