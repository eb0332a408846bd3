import type { Outcome } from "@embedded-super/conformance/check/Check"
import { fail, notObserved, pass, warn } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Entity, PartnerCheck, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import {
  both,
  conversionsOf,
  ifConverts,
  ifFetches,
  isAccepted,
  meantSessions,
  modes,
  notMadeAgain
} from "../judging.ts"

const aCompleteIntent = (partner: PartnerUnderTest): Entity => {
  const intent = partner.entity("onboarding_session_intent")
  partner.advance(intent, "finished")
  return intent
}

const isConverted = (partner: PartnerUnderTest, intent: Entity) => (): boolean =>
  conversionsOf(partner, intent).some(({ status }) => status === 201)

/** One session is meant, whatever was delivered. */
const judge = (partner: PartnerUnderTest, intent: Entity, cause: string): Outcome => {
  const meant = meantSessions(partner, intent)
  if (meant === 1) return pass
  if (meant === 0) return notObserved("No session is created at all.")
  return fail({
    cause,
    expected: "One POST …/onboarding-session, or repeats with one Idempotency-Key",
    actual: "Several, each for a session of its own.",
    exchange: conversionsOf(partner, intent).at(-1)!.id
  })
}

const hint =
  "Store the webhook-id and what follows from it in one transaction, with a unique key. Send one Idempotency-Key for one intent."

const shared = {
  level: "MUST",
  modes,
  hint,
  independent: true,
  appliesTo: both(ifFetches, ifConverts)
} as const

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
      yield* partner.until(isConverted(partner, intent))
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
      yield* partner.until(isConverted(partner, intent))
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
      yield* partner.until(isConverted(partner, intent))
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
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      partner.refuseNext(intent, [500, 503])
      const first = yield* partner.deliver(webhook)
      // What isn't answered 2xx is delivered again.
      for (let attempt = 0, last = first; attempt < 3 && !isAccepted(last); attempt++)
        last = yield* partner.deliver(webhook)
      if (!(yield* partner.until(isConverted(partner, intent)))) {
        if (partner.callbacks(intent).length === 0) return notObserved("The receiver never calls back.")
        return notMadeAgain(partner, {
          cause: "A webhook is lost if the service can't answer the call back at once.",
          expected: "Another call after 500 and 503, or an answer of 5xx to the webhook",
          actual: "Neither.",
          exchange: partner.callbacks(intent).at(-1)!.id
        })
      }
      yield* partner.settled(intent)
      return judge(partner, intent, "A call that failed makes the receiver create a session twice.")
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
  hint: "With an Idempotency-Key a POST may be tried again like a GET: switch it on in your HTTP client. Make the key of the intent, not of the call.",
  run: (partner) =>
    Effect.gen(function* () {
      const intent = aCompleteIntent(partner)
      const webhook = partner.webhook(intent, "onboarding_intent_completed")
      partner.refuseNext(intent, [500], { method: "POST" })
      const first = yield* partner.deliver(webhook)
      // What isn't answered 2xx is delivered again.
      for (let attempt = 0, last = first; attempt < 3 && !isAccepted(last); attempt++)
        last = yield* partner.deliver(webhook)
      const isMade = yield* partner.until(isConverted(partner, intent))
      const [refused, next] = conversionsOf(partner, intent)
      if (refused === undefined) return notObserved("No session is created at all.")
      if (!isMade || next === undefined)
        return notMadeAgain(partner, {
          cause: "No session is created if the first POST is answered 500.",
          expected: "Another POST, or an answer of 5xx to the webhook",
          actual: "Neither.",
          exchange: refused.id
        })
      if (refused.idempotencyKey === next.idempotencyKey) return pass
      return warn({
        cause: "A POST that is made again has another Idempotency-Key.",
        expected: "The same Idempotency-Key",
        actual: "Another one, with which a POST that was done is done again.",
        exchange: next.id
      })
    })
}

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
      if (one === undefined || other === undefined) return notObserved("No session is created at all.")
      if (other.idempotencyKey === undefined || one.idempotencyKey !== other.idempotencyKey) return pass
      return fail({
        cause: "Two intents are converted with one Idempotency-Key.",
        expected: "Another Idempotency-Key for each intent",
        actual: `The same one; answered ${other.status}`,
        exchange: other.id
      })
    })
}

export const convertsOnce: ReadonlyArray<PartnerCheck> = [
  oneAfterAnother,
  atTheSameTime,
  afterLostAnswer,
  afterFailure,
  afterFailedPost,
  oneKeyForEach
]
