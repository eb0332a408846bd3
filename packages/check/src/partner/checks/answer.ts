/** The answers to deliveries: any 2xx, soon, and before the work is done. */
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { pass, warn } from "../../check/Check.ts"
import { joined } from "../../report/words.ts"
import { type Answer, isAccepted, type PartnerCheck, type PartnerUnderTest } from "../PartnerUnderTest.ts"
import { ifFetches, modes } from "./judging/applies.ts"
import { noCall } from "./judging/calls.ts"
import { isRefusedForItself, mustAccept, unchangedNotAccepted } from "./judging/deliveries.ts"

const eventNames = Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>

/** Delivers an event of an entity of its own. An issue is created before it is resolved. */
const deliverEvent = (partner: PartnerUnderTest, event: WebhookEventName) =>
  Effect.gen(function* () {
    const entity = partner.entity(webhookEvents[event].subject)
    if (event === "employer_issue_resolved")
      yield* partner.deliver(partner.webhook(entity, "employer_issue_created"))
    if (event.endsWith("_completed") || event.endsWith("_resolved")) partner.advance(entity, "finished")
    return yield* partner.deliver(partner.webhook(entity, event))
  })

/** Every event that the service sends today. */
const acceptsEvents: PartnerCheck = {
  id: "ANSWER-2.1-1",
  level: "MUST",
  requirement: "D-webhook-delivery",
  title: "Each event of today is answered 2xx.",
  hint: "Answer 2xx to every event, those that you have no use for included. Anything else is a failure, and is delivered again for days.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const refused = new Map<WebhookEventName, Answer>()
      for (const event of partner.draw.shuffled("event", eventNames)) {
        const { subject } = webhookEvents[event]
        if (subject === "employer_issue" && !partner.declared.receives_issues) continue
        const answer = yield* deliverEvent(partner, event)
        if (isAccepted(answer)) continue
        if (!isRefusedForItself(answer)) return mustAccept(answer, "")
        refused.set(event, answer)
      }
      const names = eventNames.filter((event) => refused.has(event))
      const [first] = names.flatMap((event) => refused.get(event) ?? [])
      if (first === undefined) return pass
      const are = names.length === 1 ? `event ${names[0]} is` : `events ${joined(names, "and")} are`
      return mustAccept(first, `The ${are} refused.`)
    })
}

/** A body is a stream: it may come in pieces. */
const readsWholeBody: PartnerCheck = {
  id: "ANSWER-2.1-2",
  level: "MUST",
  requirement: "D-webhook-delivery",
  title: "A body that comes in two packets is read as one.",
  hint: "Read until the end of the body before you verify it, not the first chunk alone.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const whole = yield* partner.deliver(
        partner.webhook(partner.entity("employer"), "employer_settings_changed")
      )
      if (!isAccepted(whole)) return unchangedNotAccepted(whole)
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      return mustAccept(
        yield* partner.deliver(webhook, { inParts: true }),
        "A delivery whose body comes in two packets is refused."
      )
    })
}

interface Form {
  readonly n: number
  readonly requirement: string
  readonly title: string
  readonly hint: string
  readonly cause: string
  readonly uuid: 4 | 7
  /** The changes of a payload. */
  readonly change: (payload: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** Forms of the payload's values that a strict reader knows only one of. */
const forms: ReadonlyArray<Form> = [
  {
    n: 4,
    requirement: "R-2.1-7",
    title: "A webhook whose inserted_at has fractions of a second is answered 2xx.",
    hint: "Parse inserted_at as ISO 8601, with a fraction or without. A format that is written down letter by letter refuses one of them.",
    cause: "A webhook is refused because its inserted_at has fractions of a second.",
    uuid: 4,
    change: ({ inserted_at }) => ({ inserted_at: String(inserted_at).replace(/Z$/, ".125Z") })
  },
  {
    n: 5,
    requirement: "R-2.1-3",
    title: "A webhook whose id is a UUID of version 7 is answered 2xx.",
    hint: "Take id as a text. A pattern that demands a UUID of version 4 refuses what the service gives.",
    cause: "A webhook is refused because its id is a UUID of version 7.",
    uuid: 7,
    change: () => ({})
  }
]

const acceptsForm = ({ cause, change, hint, n, requirement, title, uuid }: Form): PartnerCheck => ({
  id: `ANSWER-2.1-${n}`,
  level: "MUST",
  requirement,
  title,
  hint,
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const plain = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const usual = yield* partner.deliver(plain)
      if (!isAccepted(usual)) return unchangedNotAccepted(usual)
      const employer = partner.entity("employer", { uuid })
      const webhook = partner.webhook(employer, "employer_settings_changed", change(plain.payload))
      return mustAccept(yield* partner.deliver(webhook), cause)
    })
})

/** How long the kit keeps a call back waiting. */
const HELD_MS = 400

/** A receiver whose machine pauses once looks as if it waited. One that waits does so each time. */
const TRIES = 3

/** Delivers a webhook and keeps its call back waiting. Passes if the delivery is answered before the call back is. */
const whileHeld = (partner: PartnerUnderTest) =>
  Effect.gen(function* () {
    const entity = partner.entity("employer")
    const held = partner.hold(entity)
    let isAnswered = false
    const delivering = yield* Effect.forkScoped(
      Effect.tap(partner.deliver(partner.webhook(entity, "employer_settings_changed")), () =>
        Effect.sync(() => {
          isAnswered = true
        })
      )
    )
    const isCalled = yield* partner.until(() => partner.callbacks(entity).length > 0)
    if (isCalled && !isAnswered) yield* Effect.sleep(HELD_MS)
    const wasAnswered = isAnswered
    held.release()
    yield* Fiber.await(delivering)
    if (!isCalled) return noCall(partner, entity)
    return wasAnswered ? pass : "waits"
  })

/** An answer that waits for calls back is late when the service is slow. */
const answersFirst: PartnerCheck = {
  id: "ANSWER-2.1-3",
  level: "SHOULD",
  requirement: "D-webhook-delivery",
  title: "A delivery is answered without waiting for the calls back.",
  hint: "Store the webhook, answer 2xx, and fetch from a queue. An answer that waits is late when the service is slow, and then the webhook comes again.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      for (let tries = 0; tries < TRIES; tries++) {
        const seen = yield* whileHeld(partner)
        if (seen !== "waits") return seen
      }
      return warn({
        cause: "A delivery is answered only after the calls back have been answered.",
        expected: "2xx before the call back is answered",
        actual: "No answer while the call back waits."
      })
    })
}

export const answer: ReadonlyArray<PartnerCheck> = [
  acceptsEvents,
  readsWholeBody,
  answersFirst,
  ...forms.map(acceptsForm)
]
