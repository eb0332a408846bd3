/** Subjects, events and fields will be added: a receiver that refuses them gets the same delivery for days. */
import * as Effect from "effect/Effect"
import { webhookEvents, webhookSubjects } from "@embedded-super/contracts/webhook-events"
import { pass, warn } from "../../check/Check.ts"
import type { Draw } from "../Draw.ts"
import { isAccepted, type PartnerCheck } from "../PartnerUnderTest.ts"
import { ifConverts, modes } from "./judging/applies.ts"
import { mustAccept, unchangedNotAccepted } from "./judging/deliveries.ts"
import { conversionsOf } from "./judging/sessions.ts"

/** Made-up additions to a webhook, of the kinds that the description announces. */
type Change = Readonly<Record<string, unknown>>

const subjects = ["product", "payslip", "fund", "employer_agreement", "super_stream_message", "x"] as const

const verbs = ["changed", "moved", "merged", "withdrawn", "closed"] as const

/** A subject of none of today's, and an event of it. */
const newSubject = (draw: Draw): Change => {
  const subject = draw.pick("subject", subjects)
  if (subject in webhookSubjects) throw new Error(`${subject} isn't new`)
  return { subject, event: `${subject}_${draw.pick("verb", verbs)}` }
}

/** An event of none of today's, of a subject of today. */
const newEvent = (draw: Draw, subject: string): Change => {
  const event = `${subject}_${draw.pick("verb", ["moved", "merged", "archived", "renamed"])}`
  if (event in webhookEvents) throw new Error(`${event} isn't new`)
  return { event }
}

const names = ["occurred_at", "more", "sequence", "traceId", "previous", "reason_code"] as const

const values = [
  "2026-11-21T00:00:00Z",
  "",
  0,
  -1.5e-7,
  9007199254740991,
  true,
  null,
  [],
  [1, "two", null],
  {},
  { detail: 1, deeper: { list: [{}] } },
  'Đặng 🪃 \\ " </script>'
] as const

/** Some fields of none of today's, of any type. */
const newFields = (draw: Draw): Change =>
  Object.fromEntries(
    draw
      .shuffled("field", names)
      .slice(0, draw.int("fields", 1, 3))
      .map((name) => [name, draw.pick<unknown>("value", values)])
  )

/** More than eight kilobytes in one field. */
const longField = (draw: Draw): Change => ({
  [draw.pick("field", ["more", "note", "previous"])]: "a field of eight kilobytes ".repeat(
    draw.int("length", 300, 600)
  )
})

const newVersion = (draw: Draw): Change => ({ version: `v${draw.int("version", 2, 99)}` })

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
      if (!isAccepted(known)) return unchangedNotAccepted(known)
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
  hint: "Let event decide whether you act: compare it with each name that you handle, and do nothing for any other. An action that is chosen by subject alone also happens for events that will be added.",
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
