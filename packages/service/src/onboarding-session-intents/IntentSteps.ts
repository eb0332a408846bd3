import {
  EmbedConflict,
  EmbedIntentChanged,
  type NotFound,
  type ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { employersRepo } from "../employers/EmployersRepo.ts"
import { shownPartner } from "../embed-sessions/EmbedSessionsRepo.ts"
import { VIEW_CHANGED } from "../embed-sessions/viewRevision.ts"
import { dayInSydney } from "../personal-data/calendarDate.ts"
import { type ReadableBody, Findings, type PlacedFinding, refuse } from "../personal-data/Findings.ts"
import { databaseDefects, operation, transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { orNotFound, type OnIntent, missingIn, presentEmbedIntent } from "./intentAnswers.ts"
import { checkEvent, type IntentChange, intentChanges } from "./intentChanges.ts"
import { intentRules, readJob, readPersonStep } from "./intentInput.ts"
import { intentStarts } from "./intentStarts.ts"
import { canHappen, type IntentEvent, type NotNow } from "./intentStates.ts"
import { intentsRepo, positionOf, type StoredIntent } from "./IntentsRepo.ts"

/**
 * A step of the employer: the intent's product and id, the step's input, and the revision of the view that the employer
 * saw. Without a revision the view isn't checked.
 */
export type IntentStep<Input, View = S.EmbedIntent> = (
  productId: S.ProductId,
  id: S.OnboardingSessionIntentId,
  input: Input,
  seen?: number
) => Effect.Effect<View, NotFound | EmbedConflict | EmbedIntentChanged | ValidationFailed>

/** The steps in which an employer enters a new employee in the intent embed, in any order and as often as it likes. */
export class IntentSteps extends Context.Service<
  IntentSteps,
  {
    /** Everything that the intent embed shows. */
    readonly view: OnIntent<S.EmbedIntent>
    /**
     * Records that the employer opened the embed: the first opening begins the intent. Joins the transaction of the
     * opening.
     */
    readonly opened: OnIntent<void>
    /** The findings on a body that may not fit its schema, by the operation that it was sent to. */
    readonly findings: (
      productId: S.ProductId,
      id: S.OnboardingSessionIntentId
    ) => (
      operation: string
    ) => ((body: ReadableBody<never>) => Effect.Effect<ReadonlyArray<PlacedFinding>>) | undefined
    readonly savePerson: IntentStep<S.IntentEmployeeInput>
    readonly saveJob: IntentStep<S.IntentEmploymentInput>
    readonly saveRequests: IntentStep<S.EmbedIntentRequests>
    /** Keeps the employer's typed answers before the step is saved; the first draft begins the intent (D-embed-drafts). */
    readonly draftPerson: IntentStep<S.EmbedIntentPersonDraftPatch, S.EmbedDraftSaved>
    readonly draftJob: IntentStep<S.EmbedIntentJobDraftPatch, S.EmbedDraftSaved>
    /** Completes the intent and sends `onboarding_intent_completed`; a repeat changes nothing and sends nothing. */
    readonly confirm: IntentStep<S.EmbedIntentConfirmation>
  }
>()("@embedded-super/service/onboarding-session-intents/IntentSteps") {
  static readonly layer = Layer.effect(
    IntentSteps,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* intentsRepo
      const employers = yield* employersRepo
      const changes = yield* intentChanges
      const starts = yield* intentStarts
      const partnerOf = yield* shownPartner
      const drafts = yield* embedDraftsRepo

      const present = Effect.fnUntraced(function* (intent: StoredIntent) {
        return presentEmbedIntent(intent, yield* drafts.of(intent), yield* partnerOf(intent.product_id))
      })

      /** Refuses a step unless the employer saw the intent as it is now. */
      const checkSeen = Effect.fnUntraced(function* (intent: StoredIntent, seen: number | undefined) {
        if (seen === undefined) return
        const view = yield* present(intent)
        if (view.revision !== seen) return yield* new EmbedIntentChanged({ ...VIEW_CHANGED, view })
      })

      /** Wraps a step: its body runs on a locked intent in which the step is allowed. */
      const step = <Input>(
        name: string,
        event: IntentEvent,
        read: (
          intent: StoredIntent,
          input: Input,
          at: Date
        ) => Effect.Effect<IntentChange, ValidationFailed | EmbedConflict>
      ): IntentStep<Input> =>
        transaction(`IntentSteps.${name}`)(function* (productId, id, input, seen) {
          const { intent, isStarted } = yield* orNotFound(yield* starts.lock(productId, id))
          yield* checkSeen(intent, seen)
          if (event === "confirmed" && intent.state === "complete") return yield* present(intent)
          const at = yield* clock.now(intent.sandboxed)
          const [first, ...rest] = isBegunHere(intent, isStarted) ? (["opened", event] as const) : [event]
          yield* checkEvent(intent, first, at, closed)
          const change = yield* read(intent, input, at)
          return yield* present(yield* changes.apply(intent, [first, ...rest], change, at))
        })

      /** Wraps a draft of a step: possible while the step can be saved. */
      const draft = <Typed extends object>(
        step: "person" | "job",
        event: IntentEvent
      ): IntentStep<Typed, S.EmbedDraftSaved> =>
        transaction(`IntentSteps.draft.${step}`)(function* (productId, id, typed, seen) {
          const { intent, isStarted } = yield* orNotFound(yield* starts.lock(productId, id))
          yield* checkSeen(intent, seen)
          const at = yield* clock.now(intent.sandboxed)
          const isBegun = isBegunHere(intent, isStarted)
          yield* checkEvent(intent, isBegun ? "opened" : event, at, closed)
          const begun = isBegun ? yield* changes.apply(intent, ["opened"], {}, at) : intent
          yield* drafts.merge(begun, { [step]: typed })
          const { revision } = yield* present(begun)
          return { saved_at: toTimestamp(at), revision }
        })

      return IntentSteps.of({
        view: operation("IntentSteps.view")(function* (productId, id) {
          const { intent } = yield* orNotFound(yield* starts.find(productId, id))
          return yield* present(intent)
        }),

        opened: transaction("IntentSteps.opened")(function* (productId, id) {
          const intent = yield* orNotFound(yield* repo.lock(id, productId))
          const at = yield* clock.now(intent.sandboxed)
          yield* employers.embedUsed(productId, intent.employer_id, at)
          if (!canHappen(positionOf(intent), "opened") || intent.expires_at <= at) return
          yield* changes.apply(intent, ["opened"], {}, at)
        }),

        findings: (productId, id) => (operation) => {
          const rule: IntentRule | undefined = RULES[operation]
          if (rule === undefined) return undefined
          return (body) =>
            Effect.gen(function* () {
              const found = yield* starts.find(productId, id)
              if (found === undefined) return []
              const { details, sandboxed } = found.intent
              return rule(body, details, dayInSydney(yield* clock.now(sandboxed)))
            }).pipe(databaseDefects)
        },

        savePerson: step("savePerson", "person_saved", ({ details }, input) => {
          const { employee, findings } = readPersonStep(input, details)
          return findings.orRefuse({ details: { ...details, employee } })
        }),

        saveJob: step("saveJob", "job_saved", ({ details }, input, at) => {
          const findings = new Findings()
          const employment = readJob(input, "#", dayInSydney(at), findings)
          return findings.orRefuse({ details: { ...details, employment } })
        }),

        saveRequests: step("saveRequests", "requests_saved", (_, { workflow_slug }, at) =>
          Effect.succeed({ workflow_slug, requests_saved_at: at })
        ),

        draftPerson: draft("person", "person_saved"),
        draftJob: draft("job", "job_saved"),

        confirm: step("confirm", "confirmed", (intent) => {
          if (!intent.employer_can_onboard) return Effect.fail(notConfigured(intent))
          const missing = missingIn(intent)
          return missing.length === 0 ? Effect.succeed({}) : Effect.fail(refuse(...missing.map(required)))
        })
      })
    })
  )
}

type IntentRule = (
  body: ReadableBody<never>,
  details: StoredIntent["details"],
  today: S.CalendarDate
) => ReadonlyArray<PlacedFinding>

const RULES: Readonly<Record<string, IntentRule>> = intentRules

/** Whether the intent is one that the employer starts in this embed, with its first save. */
const isBegunHere = ({ state }: StoredIntent, isStarted: boolean) => isStarted && state === "draft"

const required = (pointer: string) => ({
  pointer,
  code: "required" as const,
  detail: "The intent can't be confirmed without it."
})

/**
 * The refusal on a closed intent. Its list of allowed steps is empty: an intent that isn't closed allows every step.
 */
const closed = ({ state }: NotNow) =>
  new EmbedConflict({
    code: "intent_closed",
    detail:
      state === "complete"
        ? "The intent is complete and was passed on: it can no longer be changed."
        : `The intent is ${state}: nothing can be saved.`,
    state,
    allowed: []
  })

const notConfigured = ({ state }: StoredIntent) =>
  new EmbedConflict({
    code: "employer_not_configured",
    detail: "Choose a default fund in the super settings first.",
    state,
    allowed: ["person", "job", "requests"]
  })
