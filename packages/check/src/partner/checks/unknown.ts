/** Subjects, events and fields will be added: a receiver that refuses them gets the same delivery for days. */
import * as Effect from "effect/Effect"
import { pass, warn } from "../../check/outcomes.ts"
import { longField, newEvent, newFields, newSubject, newVersion } from "../draw/additions.ts"
import type { Draw } from "../draw/Draw.ts"
import type { PartnerCheck } from "../PartnerUnderTest.ts"
import { conversionsOf, ifConverts, modes, mustAccept } from "./judging.ts"

interface Addition {
  readonly n: number
  readonly requirement: string
  readonly what: string
  readonly change: (draw: Draw) => Readonly<Record<string, unknown>>
  readonly hint: string
}

const additions: ReadonlyArray<Addition> = [
  {
    n: 1,
    requirement: "R-9-7",
    what: "a subject that the receiver doesn't know",
    change: newSubject,
    hint: "Answer 2xx and ignore it. An enum in a strict decoder refuses it: read subject as a text."
  },
  {
    n: 2,
    requirement: "R-9-8",
    what: "an event that the receiver doesn't know",
    change: (draw) => newEvent(draw, "employer"),
    hint: "Answer 2xx and ignore it. Let the default branch of your switch do nothing, and not throw."
  },
  {
    n: 3,
    requirement: "R-9-6",
    what: "a field that the receiver doesn't know",
    change: newFields,
    hint: "Ignore properties that you don't know: a closed schema refuses what is added later."
  },
  {
    n: 4,
    requirement: "R-9-5",
    what: "a newer version of the payload",
    change: newVersion,
    hint: "Read version as a text, and answer 2xx to one that you don't know."
  },
  {
    n: 6,
    requirement: "R-9-6",
    what: "a long field that the receiver doesn't know",
    change: longField,
    hint: "Read the body to its end. A buffer of fixed length cuts it off, and a cut body doesn't verify."
  }
]

const checkOf = ({ change, hint, n, requirement, what }: Addition): PartnerCheck => ({
  id: `UNKNOWN-9-${n}`,
  level: "SHOULD",
  requirement,
  title: `A webhook with ${what} is answered 2xx.`,
  hint,
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const known = yield* partner.deliver(
        partner.webhook(partner.entity("employer"), "employer_settings_changed")
      )
      if (mustAccept(known, "").verdict !== "pass")
        return { verdict: "not_observed", why: "Webhooks of today are refused, too." }
      const webhook = partner.webhook(
        partner.entity("employer"),
        "employer_settings_changed",
        change(partner.draw)
      )
      return mustAccept(yield* partner.deliver(webhook), `A webhook with ${what} is refused.`, warn)
    })
})

/** A default branch that does something. */
const hasNoEffect: PartnerCheck = {
  id: "UNKNOWN-9-5",
  level: "SHOULD",
  requirement: "R-9-8",
  title: "An event that the receiver doesn't know has no effect.",
  hint: "Compare event with each name that you handle. Don't take an unknown one for the last of the list.",
  modes,
  independent: true,
  appliesTo: ifConverts,
  run: (partner) =>
    Effect.gen(function* () {
      const intent = partner.entity("onboarding_session_intent")
      partner.advance(intent, "finished")
      const change = newEvent(partner.draw, "onboarding_intent")
      const webhook = partner.webhook(intent, "onboarding_intent_completed", change)
      yield* partner.deliver(webhook)
      yield* partner.settled(intent)
      const [made] = conversionsOf(partner, intent)
      if (made === undefined) return pass
      return warn({
        cause: "An unknown event of an intent makes the receiver create a session.",
        expected: "No call but fetches.",
        actual: `POST, answered ${made.status}`,
        exchange: made.id
      })
    })
}

export const unknown: ReadonlyArray<PartnerCheck> = [...additions.map(checkOf), hasNoEffect]
