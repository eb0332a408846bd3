import { Conflict, type NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { employersRepo, orNotFound as employerOrNotFound } from "../employers/EmployersRepo.ts"
import { dayInSydney } from "../personal-data/calendarDate.ts"
import { transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { checkEvent, intentChanges } from "./intentChanges.ts"
import { orNotFound, remoteIdOfIntentTaken, versioned, type OnIntent } from "./intentAnswers.ts"
import { type IntentDetails, intentsRepo, type StoredIntent } from "./IntentsRepo.ts"
import { newIntent } from "./intentStarts.ts"
import type { IntentEvent, NotNow } from "./intentStates.ts"

/** Plays the employer in the intent embed, in sandboxed products only (D-sandbox-products). */
export class SimulatedIntents extends Context.Service<
  SimulatedIntents,
  {
    /**
     * Starts an intent as the employer's first save does, with a made-up person. Without a `remote_id`, uses the
     * intent's id.
     */
    readonly start: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      request: S.SimulatedIntentStart
    ) => Effect.Effect<Versioned<S.OnboardingSessionIntent>, NotFound | Conflict>
    /**
     * Fills in missing data with made-up data and completes the intent, as the employer would: sends
     * `onboarding_intent_completed`. A complete intent stays as it is. A live product's intent fails as not found.
     */
    readonly complete: OnIntent<Versioned<S.OnboardingSessionIntent>, NotFound | Conflict>
  }
>()("@embedded-super/service/onboarding-session-intents/SimulatedIntents") {
  static readonly layer = Layer.effect(
    SimulatedIntents,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* intentsRepo
      const employers = yield* employersRepo
      const changes = yield* intentChanges

      return SimulatedIntents.of({
        start: transaction("SimulatedIntents.start")(function* (productId, employerId, { remote_id: given }) {
          yield* employerOrNotFound(yield* employers.find(productId, employerId))
          const id = (yield* newId) as S.OnboardingSessionIntentId
          const remote_id = given ?? (id as string as S.RemoteId)
          const at = yield* clock.nowOf(productId)
          const whose = { id, product_id: productId, employer_id: employerId, remote_id }
          if (!(yield* repo.insert(newIntent(whose, at)))) {
            return yield* remoteIdOfIntentTaken(yield* repo.findByRemoteId(employerId, remote_id))
          }
          const intent = yield* Effect.orDie(orNotFound(yield* repo.lock(id, productId)))
          const details = { ...intent.details, employee: madeUpPerson(intent) }
          return versioned(yield* changes.apply(intent, ["opened", "person_saved"], { details }, at))
        }),

        complete: transaction("SimulatedIntents.complete")(function* (productId, id) {
          const found = yield* repo.lock(id, productId)
          const intent = yield* orNotFound(found?.sandboxed === true ? found : undefined)
          if (intent.state === "complete") return versioned(intent)
          const at = yield* clock.now(intent.sandboxed)
          const [first, ...rest] = stepsFrom(intent)
          yield* checkEvent(intent, first, at, notReachable)
          if (!intent.employer_can_onboard) return yield* notConfigured
          const details = filledIn(intent, dayInSydney(at))
          const change = { details, requests_saved_at: intent.requests_saved_at ?? at }
          return versioned(yield* changes.apply(intent, [first, ...rest], change, at))
        })
      })
    })
  )
}

/** The employer's remaining steps, from the opening on. */
const stepsFrom = ({ state }: StoredIntent): readonly [IntentEvent, ...ReadonlyArray<IntentEvent>] => {
  const saved = ["person_saved", "job_saved", "requests_saved", "confirmed"] as const
  return state === "draft" ? ["opened", ...saved] : saved
}

/** The person of the intent, with made-up data for missing fields. */
const madeUpPerson = ({ details: { employee }, id }: StoredIntent): S.IntentEmployee => ({
  ...employee,
  given_name: employee.given_name ?? ("Niamh" as S.PersonName),
  family_name: employee.family_name ?? ("O'Connor-Đặng" as S.PersonName),
  email: employee.email ?? (`niamh.${id}@example.com` as S.EmailAddress)
})

const filledIn = (intent: StoredIntent, today: S.CalendarDate): IntentDetails => {
  const { employment } = intent.details
  return {
    ...intent.details,
    employee: madeUpPerson(intent),
    employment: {
      ...employment,
      start_date: employment.start_date ?? today,
      pay_basis: employment.pay_basis ?? "full_time",
      pay_frequency: employment.pay_frequency ?? "fortnightly"
    }
  }
}

const notReachable = ({ state, allowed }: NotNow) =>
  new Conflict({
    code: "state_not_reachable",
    detail: `The intent is ${state}, and can't be completed any more.`,
    state,
    allowed
  })

const notConfigured = new Conflict({
  code: "employer_not_configured",
  detail:
    "The employer has no default fund yet, so it can't confirm. Open the employer embed, where it chooses one."
})
