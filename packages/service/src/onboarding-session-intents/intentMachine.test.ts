import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { at } from "../../test/at.ts"
import { explore, type Machine } from "../../test/machines/explore.ts"
import { followTable, INTENT_TABLE, sendsOf } from "../../test/machines/sectionThree.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { anIntent, job, person, requests } from "../../test/TestIntents.ts"
import { TestOnboarding } from "../../test/TestOnboarding.ts"
import { IntentSteps } from "./IntentSteps.ts"
import { IntentDeadlines } from "./IntentDeadlines.ts"
import type { IntentEvent, IntentState } from "./intentStates.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./SessionFromIntent.ts"
import { SimulatedIntents } from "./SimulatedIntents.ts"

const NOW = "2026-11-21T00:00:00Z"
const LATER = "2026-12-21T00:00:00Z"

interface Position {
  readonly state: IntentState
  readonly converted: boolean
}

interface Model {
  readonly position: Position
  readonly saved: ReadonlySet<string>
  /** Whether thirty days have passed, with or without a run of the expiry job. */
  readonly overdue: boolean
}

/** Every operation in the test, and the event of the table for each. */
const EVENTS = {
  open: "opened",
  savePerson: "person_saved",
  emptyPerson: "person_saved",
  saveJob: "job_saved",
  saveRequests: "requests_saved",
  confirm: "confirmed",
  convert: "converted",
  cancel: "cancelled"
} as const satisfies Record<string, IntentEvent>
type Operation = keyof typeof EVENTS | "playEmployer" | "pass30Days" | "sweep"

const unfinished = ({ position }: Model) => position.state === "draft" || position.state === "in_progress"

const savedBy = (saved: ReadonlySet<string>, operation: Operation): ReadonlySet<string> => {
  if (operation === "emptyPerson") return new Set([...saved].filter((one) => one !== "savePerson"))
  return operation.startsWith("save") ? new Set([...saved, operation]) : saved
}

const CONVERTED = " and converted"

/** The transition that section 3 requires for several events, with its webhooks; undefined where section 3 has none. */
const followed = (model: Model, events: ReadonlyArray<IntentEvent>, saved: ReadonlySet<string>) => {
  const { converted, state } = model.position
  const next = followTable(INTENT_TABLE, converted ? state + CONVERTED : state, events)
  if (next === undefined) return undefined
  const position = {
    state: next.position.replace(CONVERTED, "") as IntentState,
    converted: next.position.endsWith(CONVERTED)
  }
  return { model: { ...model, position, saved }, sends: sendsOf(next.effects) }
}

/** One sequence for each way in which an intent ends. */
const EACH_END: ReadonlyArray<ReadonlyArray<Operation>> = [
  ["open", "savePerson", "saveJob", "saveRequests", "confirm", "confirm", "convert", "convert", "cancel"],
  ["open", "savePerson", "saveJob", "saveRequests", "confirm", "cancel", "convert"],
  ["open", "cancel", "open", "confirm"],
  ["cancel", "cancel", "open"],
  ["pass30Days", "open", "sweep", "cancel"],
  ["open", "pass30Days", "savePerson", "sweep", "convert"],
  ["playEmployer", "pass30Days", "sweep", "convert"]
]

const ALL = new Set(["savePerson", "saveJob", "saveRequests"])
const SAVES = ["person_saved", "job_saved", "requests_saved", "confirmed"] as const

/**
 * The table's transition, with the description's two additions: an incomplete intent isn't confirmed, and an overdue
 * one isn't changed.
 */
const expected = (model: Model, operation: Operation) => {
  const unchanged = { model, sends: [] }
  const { state } = model.position
  switch (operation) {
    case "pass30Days":
      return { model: { ...model, overdue: true }, sends: [] }
    case "sweep":
      return model.overdue && unfinished(model) ? followed(model, ["expired"], model.saved) : unchanged
    case "open":
      // A page that is opened again, or too late, shows the intent unchanged.
      return state === "draft" && !model.overdue ? followed(model, ["opened"], model.saved) : unchanged
    case "playEmployer": {
      if (state === "complete") return unchanged
      const events = state === "draft" ? (["opened", ...SAVES] as const) : SAVES
      return model.overdue ? undefined : followed(model, events, ALL)
    }
    case "confirm":
      if (state === "complete") return unchanged
      if (ALL.size > model.saved.size) return undefined
  }
  return model.overdue && unfinished(model)
    ? undefined
    : followed(model, [EVENTS[operation]], savedBy(model.saved, operation))
}

const machine = Effect.gen(function* () {
  const intents = yield* OnboardingSessionIntents
  const steps = yield* IntentSteps
  const sessions = yield* SessionFromIntent
  const simulated = yield* SimulatedIntents
  const deadlines = yield* IntentDeadlines

  const start = Effect.gen(function* () {
    const intent = yield* Effect.orDie(anIntent())
    const subject = { ...intent, moment: yield* Ref.make(NOW) }
    const position: Position = { state: "draft", converted: false }
    const model: Model = { position, saved: new Set(), overdue: false }
    return { subject, model }
  }).pipe(at(NOW))
  type Subject = Effect.Success<typeof start>["subject"]

  const runOperation = (
    { id, moment, productId }: Subject,
    operation: Operation
  ): Effect.Effect<void, unknown> => {
    switch (operation) {
      case "open":
        return Effect.asVoid(steps.opened(productId, id))
      case "savePerson":
        return Effect.asVoid(steps.savePerson(productId, id, person()))
      case "emptyPerson":
        return Effect.asVoid(steps.savePerson(productId, id, {}))
      case "saveJob":
        return Effect.asVoid(steps.saveJob(productId, id, job()))
      case "saveRequests":
        return Effect.asVoid(steps.saveRequests(productId, id, requests))
      case "confirm":
        return Effect.asVoid(steps.confirm(productId, id, { confirmed: true }))
      case "convert":
        return Effect.asVoid(sessions.create(productId, id, { email_validated: true }))
      case "cancel":
        return intents.cancel(productId, id)
      case "playEmployer":
        return Effect.asVoid(simulated.complete(productId, id))
      case "sweep":
        return Effect.asVoid(Effect.orDie(deadlines.expireOverdue))
      case "pass30Days":
        return Ref.set(moment, LATER)
    }
  }

  return {
    start,
    operations: [...(Object.keys(EVENTS) as Array<keyof typeof EVENTS>), "playEmployer", "sweep"],
    alone: ["pass30Days"],
    expected,
    perform: (subject, operation) =>
      Effect.flatMap(Ref.get(subject.moment), (moment) =>
        runOperation(subject, operation).pipe(
          Effect.match({ onSuccess: () => true, onFailure: () => false }),
          at(moment)
        )
      ),
    visible: ({ position }) => position,
    observe: ({ id, productId }) =>
      Effect.gen(function* () {
        const { data } = yield* intents.get(productId, id)
        const sent = yield* eventsOf(id)
        const visible = { state: data.status, converted: data.onboarding_session_id !== null }
        return { visible, sent: sent.map(({ event }) => event) }
      }).pipe(Effect.orDie)
  } satisfies Machine<Model, Operation, Subject, Layer.Success<typeof TestOnboarding.layer>>
})

layer(TestOnboarding.layer, { excludeTestServices: true })("the machine of intents", (it) => {
  it.effect(
    "whatever anybody does, in any order and at once, every intent follows section 3, and sends what section 3 says [R-3-7, R-3-8, R-3-9]",
    () => Effect.flatMap(machine, (real) => explore(real, { runs: 20, length: 12, always: EACH_END }))
  )
})
