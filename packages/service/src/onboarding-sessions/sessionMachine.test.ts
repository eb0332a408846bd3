import type * as S from "@embedded-super/contracts/schemas"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { at } from "../../test/at.ts"
import { explore, type Machine } from "../../test/machines/explore.ts"
import { followTable, sendsOf, SESSION_TABLE } from "../../test/machines/sectionThree.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products } from "../../test/TestFunds.ts"
import {
  aSession,
  contact,
  disclaimer,
  identity,
  join,
  tax,
  TestOnboarding
} from "../../test/TestOnboarding.ts"
import { ChoiceForms } from "./choice-form/ChoiceForms.ts"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { Confirmation } from "./employee-embed/Confirmation.ts"
import { OnboardingSteps } from "./employee-embed/OnboardingSteps.ts"
import { SessionEndings } from "./SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import type { SessionEvent, SessionState } from "./sessionStates.ts"
import { SessionUpdates } from "./update/SessionUpdates.ts"
import { registered, withoutNumber } from "../../test/outcomes.ts"

const DAY = 86_400_000
const START = Date.parse("2026-11-21T00:00:00Z")
const onDay = (day: number) => at(new Date(START + day * DAY).toISOString())

interface Model {
  readonly state: SessionState
  readonly day: number
  readonly confirmedOn: number
  readonly settled: "no" | "without number" | "with number"
  readonly formMade: boolean
  readonly erased: boolean
}

/** The employee's steps, and the event of the table for each. */
const STEPS = {
  saveIdentity: "identity_saved",
  saveContact: "contact_saved",
  saveTax: "tax_saved",
  acceptDisclaimer: "disclaimer_accepted",
  chooseFund: "fund_chosen"
} as const satisfies Record<string, SessionEvent>

const OPERATIONS = [
  ...(Object.keys(STEPS) as ReadonlyArray<keyof typeof STEPS>),
  "open",
  "confirm",
  "change",
  "cancel",
  "erase",
  "register",
  "registerInVain",
  "makeForm",
  "sweep"
] as const
const ALONE = ["walk", "pass5Days", "pass30Days"] as const
type Operation = (typeof OPERATIONS)[number] | (typeof ALONE)[number]

/** The states before the employee's confirmation. */
const UNCONFIRMED: ReadonlyArray<SessionState> = [
  "initial",
  "collect_phone_verification",
  "collect_identity",
  "collect_contact",
  "collect_tax",
  "collect_disclaimer",
  "collect_super_selection",
  "review"
]

const isOpen = ({ day, state }: Model) => UNCONFIRMED.includes(state) && day < 30

/** The transition that section 3 requires, with its webhooks; undefined where section 3 has none. */
const followed = (model: Model, events: ReadonlyArray<SessionEvent>, change: Partial<Model> = {}) => {
  const next = followTable(SESSION_TABLE, model.state, events)
  if (next === undefined) return undefined
  return {
    model: { ...model, ...change, state: next.position as SessionState },
    sends: sendsOf(next.effects)
  }
}

type Expected = { readonly model: Model; readonly sends: ReadonlyArray<string> } | undefined

const settledAs = (model: Model, settled: "without number" | "with number"): Expected => {
  const completes = model.state === "pending_completion" && model.formMade
  return followed(model, ["registration_settled", ...(completes ? (["nothing_outstanding"] as const) : [])], {
    settled
  })
}

const WALK = ["open", "saveIdentity", "saveContact", "saveTax", "acceptDisclaimer", "chooseFund"] as const

const expected = (model: Model, operation: Operation): Expected => {
  const unchanged = { model, sends: [] }
  const isConfirmed = !UNCONFIRMED.includes(model.state) && model.confirmedOn >= 0
  switch (operation) {
    case "walk":
      return WALK.reduce<Exclude<Expected, undefined>>((before, step) => {
        const next = expected(before.model, step)
        return next === undefined ? before : { model: next.model, sends: [...before.sends, ...next.sends] }
      }, unchanged)
    case "pass5Days":
      return { model: { ...model, day: model.day + 5 }, sends: [] }
    case "pass30Days":
      return { model: { ...model, day: model.day + 30 }, sends: [] }
    case "open":
      return isOpen(model) && model.state === "initial" ? followed(model, ["employee_opened"]) : unchanged
    case "confirm":
      if (isConfirmed) return unchanged
      return isOpen(model) ? followed(model, ["confirmed"], { confirmedOn: model.day }) : undefined
    case "change":
      return isOpen(model) ? unchanged : undefined
    case "cancel":
      return isOpen(model) ? followed(model, ["cancelled"]) : undefined
    case "erase":
      if (model.state === "pending_completion") return undefined
      if (!UNCONFIRMED.includes(model.state)) return { model: { ...model, erased: true }, sends: [] }
      return followed(model, [isOpen(model) ? "cancelled" : "expired"], { erased: true })
    case "register": {
      if (!isConfirmed || model.erased || model.settled === "with number") return unchanged
      const next = settledAs(model, "with number")
      const isLate = model.state === "completed"
      return next && { model: next.model, sends: [...next.sends, ...(isLate ? ["employee_changed"] : [])] }
    }
    case "registerInVain":
      return isConfirmed && !model.erased && model.settled === "no"
        ? settledAs(model, "without number")
        : unchanged
    case "makeForm": {
      if (!isConfirmed || model.erased || model.formMade) return unchanged
      const made = followed(model, ["choice_form_made"], { formMade: true })
      if (made === undefined || made.model.state !== "pending_completion" || model.settled === "no")
        return made
      const done = followed(made.model, ["nothing_outstanding"])
      return done && { model: done.model, sends: [...made.sends, ...done.sends] }
    }
    case "sweep": {
      if (UNCONFIRMED.includes(model.state)) return model.day < 30 ? unchanged : followed(model, ["expired"])
      if (model.state !== "pending_completion" || model.day - model.confirmedOn < 5) return unchanged
      const settled = model.settled === "no" ? "without number" : model.settled
      return followed(model, ["waited_too_long"], { settled })
    }
    default:
      return isOpen(model) ? followed(model, [STEPS[operation]]) : undefined
  }
}

/** One sequence for each way in which a session ends. */
const EACH_END: ReadonlyArray<ReadonlyArray<Operation>> = [
  ["walk", "confirm", "register", "makeForm", "register", "confirm", "cancel"],
  ["walk", "confirm", "makeForm", "registerInVain", "register"],
  ["walk", "confirm", "pass5Days", "sweep", "register", "makeForm"],
  ["walk", "confirm", "register", "pass5Days", "sweep", "makeForm"],
  ["walk", "cancel", "open", "sweep"],
  ["walk", "pass30Days", "sweep", "open"]
]

const machine = Effect.gen(function* () {
  const sessions = yield* OnboardingSessions
  const steps = yield* OnboardingSteps
  const confirmation = yield* Confirmation
  const updates = yield* SessionUpdates
  const endings = yield* SessionEndings
  const outcomes = yield* SessionOutcomes
  const deadlines = yield* SessionDeadlines
  const forms = yield* ChoiceForms

  const start = Effect.gen(function* () {
    const session = yield* Effect.orDie(aSession())
    const subject = { ...session, day: yield* Ref.make(0) }
    const model: Model = {
      state: "initial",
      day: 0,
      confirmedOn: -1,
      settled: "no",
      formMade: false,
      erased: false
    }
    return { subject, model }
  }).pipe(onDay(0))
  type Subject = Effect.Success<typeof start>["subject"]

  const runOperation = (subject: Subject, operation: Operation): Effect.Effect<unknown, unknown, any> => {
    const { day, id, productId } = subject
    switch (operation) {
      case "open":
        return steps.opened(productId, id)
      case "saveIdentity":
        return steps.saveIdentity(productId, id, identity())
      case "saveContact":
        return steps.saveContact(productId, id, contact())
      case "saveTax":
        return steps.saveTax(productId, id, tax())
      case "acceptDisclaimer":
        return steps.acceptDisclaimer(productId, id, disclaimer)
      case "chooseFund":
        return join(subject, products.acacia)
      case "confirm":
        return confirmation.confirm(productId, id, { confirmed: true })
      case "change":
        return updates.update(productId, id, "*" as S.EntityTag, { remote_id: "session-2" as S.RemoteId })
      case "cancel":
        return endings.cancel(productId, id)
      case "erase":
        return endings.erase(productId, id, { actor: { kind: "api_key" } })
      case "register":
        return outcomes.registrationSettled(id, registered())
      case "registerInVain":
        return outcomes.registrationSettled(id, withoutNumber)
      case "makeForm":
        return forms.make(id)
      case "sweep":
        return Effect.andThen(deadlines.expireOverdue, deadlines.completeUnanswered)
      case "walk":
        return Effect.forEach(WALK, (step) => Effect.ignore(runOperation(subject, step)))
      case "pass5Days":
        return Ref.update(day, (days) => days + 5)
      case "pass30Days":
        return Ref.update(day, (days) => days + 30)
    }
  }

  return {
    start,
    operations: OPERATIONS,
    alone: ALONE,
    expected,
    perform: (subject, operation) =>
      Effect.flatMap(Ref.get(subject.day), (day) =>
        runOperation(subject, operation).pipe(
          Effect.match({ onSuccess: () => true, onFailure: () => false }),
          onDay(day)
        )
      ),
    visible: (model) => ({
      state: UNCONFIRMED.includes(model.state) && model.day >= 30 ? "expired" : model.state,
      erased: model.erased
    }),
    observe: ({ day, employeeId, id, productId }) =>
      Effect.gen(function* () {
        const { data } = yield* sessions.get(productId, id).pipe(onDay(yield* Ref.get(day)))
        const visible = { state: data.data_delivery_state, erased: data.personal_data_erased_at !== null }
        const events = [...(yield* eventsOf(id)), ...(yield* eventsOf(employeeId))]
        return { visible, sent: events.map(({ event }) => event) }
      }).pipe(Effect.orDie)
  } satisfies Machine<Model, Operation, Subject, Layer.Success<typeof TestOnboarding.layer>>
})

layer(TestOnboarding.layer, { excludeTestServices: true })(
  "any operations on a session, in any order",
  (it) => {
    it.effect(
      "alone and at once, it follows section 3 and sends exactly the webhooks of section 3, none after completed but the employee's [R-3-10, R-3-12, R-3-14, R-3-15, R-6-13, R-6-28]",
      () =>
        Effect.flatMap(machine, (sessions) => explore(sessions, { runs: 15, length: 14, always: EACH_END }))
    )
  }
)
