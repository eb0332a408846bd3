/** A day of payroll: a thousand webhooks at once. */
import * as Effect from "effect/Effect"
import { fail, notObserved, type Outcome, pass, warn } from "../../check/Check.ts"
import {
  type Answer,
  isAccepted,
  type Entity,
  type PartnerCheck,
  type PartnerUnderTest
} from "../PartnerUnderTest.ts"
import { ifFetches, modes } from "./judging/applies.ts"
import { isFetched, noCall } from "./judging/calls.ts"
import { sentenceOf, wordsOf } from "./judging/deliveries.ts"

/** Delivers webhooks of several entities, many at a time; those of one entity may overtake each other. */
const burstOf = Effect.fnUntraced(function* (
  partner: PartnerUnderTest,
  entities: ReadonlyArray<Entity>,
  times: number
) {
  const webhooks = Array.from({ length: times }, () => entities).flat()
  return yield* Effect.forEach(
    webhooks,
    (entity) => partner.deliver(partner.webhook(entity, "employer_settings_changed"), { again: "never" }),
    { concurrency: 50 }
  )
})

const employers = (partner: PartnerUnderTest, count: number): ReadonlyArray<Entity> =>
  Array.from({ length: count }, () => partner.entity("employer"))

const noneAccepted = (answers: ReadonlyArray<Answer>): Outcome =>
  notObserved(`None of ${answers.length} webhooks is accepted. ${answers.map(sentenceOf)[0]}`)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A 429 or 503 with Retry-After is respected by the service: it delays, and loses nothing. */
const acceptsThousand: PartnerCheck = {
  id: "BURST-2.1-1",
  level: "SHOULD",
  requirement: "D-webhook-delivery",
  title: "A thousand webhooks at once are answered 2xx, or 429 or 503 with Retry-After.",
  hint: "Store each and answer; let a queue do the work. If that is too much, answer 429 with Retry-After: then the service waits.",
  modes,
  run: ({ plain: partner }) =>
    Effect.gen(function* () {
      const answers = yield* burstOf(partner, employers(partner, 20), 50)
      const bad = answers.filter(
        (answer) =>
          !isAccepted(answer) &&
          !((answer.status === 429 || answer.status === 503) && "retry-after" in answer.headers)
      )
      const [first] = bad
      if (first === undefined) return pass
      if (!answers.some(isAccepted)) return noneAccepted(answers)
      const slowest = Math.max(...answers.filter(({ status }) => status !== null).map(({ took }) => took))
      return warn({
        cause: "Of a thousand webhooks at once, some are refused or get no answer.",
        expected: `2xx, or 429 or 503 with Retry-After, within ${first.within} ms (answer_within_ms)`,
        actual: `${bad.length} of ${answers.length} aren't answered so, such as: ${wordsOf(first).replace(/\.$/, "")}. The slowest answer took ${seconds(slowest)}.`,
        exchange: first.id
      })
    })
}

/** A webhook that was answered 2xx isn't sent again: it must not get lost. */
const losesNone: PartnerCheck = {
  id: "BURST-2.1-2",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "Of many webhooks at once, each entity is fetched.",
  hint: "A queue in memory that is full must not drop what was answered 2xx: answer 429 or 503 before you drop it.",
  modes,
  appliesTo: ifFetches,
  run: ({ plain: partner }) =>
    Effect.gen(function* () {
      const entities = employers(partner, partner.draw.int("employers", 120, 180))
      const answers = yield* burstOf(partner, entities, 1)
      const taken = entities.filter((_, index) => isAccepted(answers[index]!))
      if (taken.length === 0) return noneAccepted(answers)
      // A fetched entity stays fetched: only the others are looked at again.
      let missing = taken
      const areFetched = () => {
        missing = missing.filter((entity) => !isFetched(partner, entity))
        return missing.length === 0
      }
      if (yield* partner.until(areFetched)) return pass
      if (missing.length === taken.length) return noCall(partner, taken[0]!)
      const open = `${missing.length} of ${taken.length} aren't fetched within ${partner.patience.ms} ms (call_back_within_ms).`
      // A slow receiver may still be at work: what grows isn't lost.
      const calls = partner.allCallbacks().length
      yield* partner.settled(taken[0]!)
      if (partner.allCallbacks().length > calls + 1)
        return notObserved(`The receiver is still at work when the time is up: ${open}`)
      return fail({
        cause: "Of many webhooks that are answered 2xx, some entities are never fetched.",
        expected: "A fetch of each entity",
        actual: open
      })
    })
}

/** One fetch for each webhook, and a few for repeats. */
const doesNotMultiply: PartnerCheck = {
  id: "BURST-2.1-3",
  level: "SHOULD",
  requirement: "D-rate-limits",
  title: "The receiver makes no more calls back than webhooks came.",
  hint: "Fetch the entity that the webhook names, and no other. Fetching all that you know for each webhook meets the rate limit.",
  modes,
  appliesTo: ifFetches,
  run: ({ plain: partner }) =>
    Effect.gen(function* () {
      const entities = employers(partner, partner.draw.int("employers", 25, 40))
      const before = partner.allCallbacks().length
      const answers = yield* burstOf(partner, entities, 1)
      const taken = entities.filter((_, index) => isAccepted(answers[index]!))
      yield* partner.until(() => taken.every((entity) => isFetched(partner, entity)))
      const calls = partner.allCallbacks().slice(before)
      if (calls.length <= 3 * entities.length) return pass
      return warn({
        cause: "The receiver makes many calls back for each webhook.",
        expected: "One call for each webhook",
        actual: `${calls.length} calls for ${entities.length} webhooks.`,
        exchange: calls.at(-1)!.id
      })
    })
}

/** The thousand are last: a receiver may work on them for long. */
export const burst: ReadonlyArray<PartnerCheck> = [doesNotMultiply, losesNone, acceptsThousand]
