/** When a call that was refused is made again. */
import * as Effect from "effect/Effect"
import { notObserved, pass, warn } from "../../../check/Check.ts"
import type { Callback, PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifFetches, modes } from "../judging/applies.ts"
import { isFetched, noCall, notMadeAgain } from "../judging/calls.ts"

/** A little less than the second that the kit asked for: two clocks are compared. */
const aboutASecond = 900

/** A limit that isn't respected is met again. */
const waitsAsAsked: PartnerCheck = {
  id: "CALLBACK-4.1-11",
  level: "SHOULD",
  requirement: "D-rate-limits",
  title: "A call back that is answered 429 is made again after the seconds of Retry-After, not before.",
  hint: "Read Retry-After of a 429, and wait for so many seconds.",
  fixes: {
    "A call back that is answered 429 isn't made again.":
      "Keep the work, and make the call again when the seconds of Retry-After are over. A 429 says nothing about the call itself."
  },
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      partner.refuseNext(entity, [429])
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed"))
      yield* partner.until(() => isFetched(partner, entity))
      const [refused, next] = partner.callbacks(entity)
      if (refused === undefined) return noCall(partner, entity)
      if (refused.status !== 429)
        return notObserved(`The call back is answered ${refused.status} for what it is, and not 429.`)
      if (next === undefined)
        return notMadeAgain(partner, {
          cause: "A call back that is answered 429 isn't made again.",
          expected: "Another call after the seconds of Retry-After",
          actual: "None.",
          exchange: refused.id
        })
      if (next.beganAt - refused.endedAt >= aboutASecond) return pass
      return warn({
        cause: "A call back that is answered 429 is made again before the time of Retry-After.",
        expected: "Another call after one second",
        actual: `Another call ${next.beganAt - refused.endedAt} ms after the refusal.`,
        exchange: next.id
      })
    })
}

/** More calls than a receiver makes that tries a few times, each a while after the one before. */
const tooMany = 10

/** An entity that isn't there won't be there a moment later. */
const givesUpOn404: PartnerCheck = {
  id: "CALLBACK-4.1-12",
  level: "SHOULD",
  requirement: "D-rate-limits",
  title: "A call back that is answered 404 isn't made again and again.",
  hint: "Try again after 429, 5xx and no answer, each time later than before. Other refusals stay: report them, and go on with the next webhook.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      partner.refuseNext(
        entity,
        Array.from({ length: 1000 }, () => 404)
      )
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed"))
      if (!(yield* partner.until(() => partner.callbacks(entity).length > 0))) return noCall(partner, entity)
      yield* partner.settled(entity)
      const calls = partner.callbacks(entity)
      if (calls.length <= tooMany) return pass
      return warn({
        cause: "A call back that is answered 404 is made again and again.",
        expected: "One call, or a few",
        actual: `${calls.length} calls.`,
        exchange: calls.at(-1)!.id
      })
    })
}

/** Calls in a row that a receiver makes which tries later each time; a storm makes more. */
const FEW = 4

/** Whether all of these calls were made before the time of Retry-After. A pause of the machine between two counts, too. */
export const areEarly = (calls: ReadonlyArray<Pick<Callback, "beganAt" | "endedAt">>): boolean =>
  calls.length === 0 || calls.at(-1)!.beganAt - calls[0]!.endedAt < aboutASecond

/** A service that has just started again is called by all at once. */
const noStorm: PartnerCheck = {
  id: "CALLBACK-4.1-15",
  level: "SHOULD",
  requirement: "D-rate-limits",
  title: "A call back that is answered 503 with Retry-After isn't made again many times before that time.",
  hint: "After 5xx wait longer before each further attempt, and no shorter than Retry-After says.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      const refusing = partner.refuseNext(
        entity,
        Array.from({ length: FEW + 1 }, () => 503)
      )
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed"))
      if (!(yield* partner.until(() => partner.callbacks(entity).length > 0))) return noCall(partner, entity)
      const calls = () => partner.callbacks(entity)
      yield* partner.until(() => calls().length > FEW || !areEarly(calls()))
      refusing.end()
      if (calls().length <= FEW || !areEarly(calls().slice(0, FEW + 1))) return pass
      return warn({
        cause: "A call back that is answered 503 is made again many times before the time of Retry-After.",
        expected: "Another call after one second, or a few",
        actual: `${calls().length} calls within a second.`,
        exchange: calls().at(-1)!.id
      })
    })
}

export const retries: ReadonlyArray<PartnerCheck> = [waitsAsAsked, givesUpOn404, noStorm]
