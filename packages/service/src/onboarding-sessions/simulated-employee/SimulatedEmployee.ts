/**
 * The sandbox's employee: ships with the service, and plays the embed for sessions of sandboxed products, so that a
 * partner sees its webhooks before it builds a frontend. `playedPerson` has the person, a different one for each
 * employee, and the answers, which a preset decides.
 *
 * The trap: each step commits in its own transaction, even under an Idempotency-Key, because the ATO is asked outside
 * of transactions. So `advance` leaves its caller's transaction.
 */
import { Conflict, type NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { FundDirectory, fundNotLinked } from "../../funds/FundDirectory.ts"
import { refuse } from "../../personal-data/Findings.ts"
import { PlayedBySandbox } from "../../platform/audit/audit.ts"
import type { Versioned } from "../../platform/versions/ifMatch.ts"
import { EveryEventCounts } from "../../webhooks/events/Events.ts"
import { Confirmation } from "../employee-embed/Confirmation.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { REGISTRATION_CONSENT, SELF_MANAGED_DECLARATION, SUPER_DISCLAIMER } from "../employee-embed/texts.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { collectedOf, missingFields } from "../member-registration/memberProfile.ts"
import { PhoneVerification } from "../phone-verification/PhoneVerification.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { orNoSuchSession } from "../sessionConflicts.ts"
import { SESSION_STATES, type SessionState, UNCONFIRMED } from "../sessionStates.ts"
import { nowOf, sessionsRepo } from "../SessionsRepo.ts"
import { FundChoices } from "../super-selection/FundChoices.ts"
import * as Played from "./playedPerson.ts"
import { databaseDefects } from "../../platform/database/operation.ts"

/** The states that can be played, in their order; `expired` is beside them. */
const WAY: ReadonlyArray<SessionState> = [
  "collect_contact",
  "collect_tax",
  "collect_disclaimer",
  "collect_super_selection",
  "review",
  "pending_completion",
  "completed"
]

const placeOf = (state: SessionState) => SESSION_STATES.indexOf(state)

/** The states that the session can be played to. */
const reachableFrom = (state: SessionState): ReadonlyArray<SessionState> =>
  UNCONFIRMED.includes(state)
    ? [...WAY.filter((to) => placeOf(to) >= placeOf(state)), "expired"]
    : state === "pending_completion"
      ? [state, "completed"]
      : [state]

const notReachable = (
  state: SessionState,
  because = `The session is ${state}, and can't reach that state.`
) => new Conflict({ code: "state_not_reachable", detail: because, state, allowed: reachableFrom(state) })

/** Plays the employee of a sandboxed product. */
export class SimulatedEmployee extends Context.Service<
  SimulatedEmployee,
  {
    /**
     * Takes the steps of the embed, each as the employee would and in its own transaction, until the session reaches
     * the wanted state. Every webhook on the way is delivered. After the confirmation the session completes without
     * further steps.
     */
    readonly advance: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      wanted: S.SessionAdvance
    ) => Effect.Effect<Versioned<S.OnboardingSession>, NotFound | Conflict | ValidationFailed>
  }
>()("@embedded-super/service/onboarding-sessions/SimulatedEmployee") {
  static readonly layer = Layer.effect(
    SimulatedEmployee,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* sessionsRepo
      const changes = yield* sessionChanges
      const sessions = yield* OnboardingSessions
      const steps = yield* OnboardingSteps
      const phone = yield* PhoneVerification
      const funds = yield* FundChoices
      const directory = yield* FundDirectory
      const confirmation = yield* Confirmation

      const verifyPhone = Effect.fnUntraced(function* (productId: S.ProductId, view: S.EmbedOnboarding) {
        const phone_number = (view.prefilled.phone_number ??
          Played.PLAYED_PHONE) as string as S.PhoneNumberInput
        const { sandbox_code } = yield* phone.request(productId, view.id, { phone_number })
        const code = sandbox_code ?? (Redacted.make("") as S.VerificationCode)
        yield* phone.verify(productId, view.id, { code })
      })

      /** The offered fund that the preset's employee chooses. */
      const chooseFund = Effect.fnUntraced(function* (
        productId: S.ProductId,
        { id, prefilled }: S.EmbedOnboarding,
        person: Played.PlayedPerson,
        preset: Played.Preset,
        fund: S.Slug | undefined
      ) {
        const { display_id, employer_default, existing } = yield* funds.choices(productId, id)
        const offered = yield* funds.joinable(productId, id)
        const choose = (choice: Omit<S.EmbedFundChoice, "display_id">) =>
          funds.choose(productId, id, { display_id, ...choice })
        const own = Played.keptFund(existing.funds, prefilled, preset, fund)
        if (own !== undefined) return yield* choose(Played.playedOwnFund(own, person))
        const consent = { consent_version: REGISTRATION_CONSENT.version }
        const canRegister = employer_default.fund_product?.can_register === true
        const byDefault = choose({ source: "employer_default", ...(canRegister ? consent : {}) })
        if (preset === "employer_default") return yield* byDefault
        if (preset === "smsf") {
          const declaration_version = SELF_MANAGED_DECLARATION.version
          const self_managed_super_fund = Played.playedSelfManagedFund(person)
          return yield* choose({ source: "smsf", declaration_version, self_managed_super_fund })
        }
        if (preset === "existing") {
          const all = {
            product: productId,
            among: "all",
            query: undefined,
            after: undefined,
            limit: 1
          } as const
          const [product] = (yield* Effect.orDie(directory.search(all))).products
          if (product === undefined) return yield* notReachable("collect_super_selection", NO_FUND)
          const member_number = person.member_number as S.TypedMemberNumber
          return yield* choose({ source: "existing", fund_product_id: product.id, member_number })
        }
        const { details } = yield* orNoSuchSession(yield* Effect.orDie(repo.find(productId, id)))
        const wanted = Played.fundToJoin(fund, offered, yield* directory.joinable(productId), (each) =>
          missingFields(each, collectedOf(details), details.tax?.tfn_provided ?? false)
        )
        if (Result.isFailure(wanted)) return yield* notReachable("collect_super_selection", wanted.failure)
        const fund_product_id = wanted.success
        if (fund_product_id !== undefined) {
          return yield* choose({ source: "join_new", fund_product_id, ...consent })
        }
        if (preset === "no_tfn") return yield* byDefault
        if ((yield* directory.linked(productId)).size === 0) {
          return yield* fundNotLinked("any fund that an employee could join", "play another preset")
        }
        return yield* notReachable("collect_super_selection", NO_FUND)
      })

      const play = Effect.fnUntraced(function* (
        productId: S.ProductId,
        view: S.EmbedOnboarding,
        person: Played.PlayedPerson,
        preset: Played.Preset,
        fund: S.Slug | undefined
      ) {
        const { id } = view
        switch (view.state) {
          case "initial":
            return yield* steps.opened(productId, id)
          case "collect_phone_verification":
            return yield* verifyPhone(productId, view)
          case "collect_identity":
            return yield* steps.saveIdentity(productId, id, Played.playedIdentity(view, person))
          case "collect_contact":
            return yield* steps.saveContact(productId, id, Played.playedContact(view, person, preset))
          case "collect_tax":
            return yield* steps.saveTax(productId, id, Played.playedTax(view, person, preset))
          case "collect_disclaimer":
            return yield* steps.acceptDisclaimer(productId, id, {
              accepted_version: SUPER_DISCLAIMER.version
            })
          case "collect_super_selection":
            return yield* chooseFund(productId, view, person, preset, fund)
          case "review":
            return yield* confirmation.confirm(productId, id, { confirmed: true })
          default:
            return yield* notReachable(view.state)
        }
      })

      const expire = Effect.fnUntraced(
        function* (productId: S.ProductId, id: S.OnboardingSessionId) {
          const session = yield* orNoSuchSession(yield* repo.lockHead(id, productId))
          if (!UNCONFIRMED.includes(session.state)) return yield* notReachable(session.state)
          yield* changes.apply(session, ["expired"], {}, yield* nowOf(session))
        },
        sql.withTransaction,
        databaseDefects
      )

      const goTo = Effect.fnUntraced(function* (
        productId: S.ProductId,
        id: S.OnboardingSessionId,
        { fund, preset, to }: S.SessionAdvance
      ) {
        const misnamed = Played.misnamedFund(fund, preset)
        if (misnamed !== undefined) return yield* refuse(misnamed)
        const found = yield* Effect.orDie(repo.find(productId, id))
        const person = Played.playedPerson((yield* orNoSuchSession(found)).employee_id)
        for (;;) {
          const view = yield* steps.view(productId, id)
          if (!reachableFrom(view.state).includes(to)) return yield* notReachable(view.state)
          if (view.state === to || view.state === "pending_completion") return
          if (to === "expired") return yield* expire(productId, id)
          yield* play(productId, view, person, preset, fund).pipe(
            Effect.catchIf(
              (error) => error._tag !== "NotFound" && error._tag !== "Conflict",
              (error) => Effect.fail(notReachable(view.state, error.detail))
            )
          )
        }
      })

      const advance = Effect.fn("SimulatedEmployee.advance")(
        function* (productId: S.ProductId, id: S.OnboardingSessionId, wanted: S.SessionAdvance) {
          yield* goTo(productId, id, wanted).pipe(
            Effect.provideService(EveryEventCounts, wanted.supersede !== true)
          )
          return yield* sessions.get(productId, id)
        },
        Effect.provideService(PlayedBySandbox, true)
      )

      return SimulatedEmployee.of({
        // Each step commits at once, even under an Idempotency-Key: the ATO is asked outside of transactions.
        advance: (productId, id, wanted) =>
          Effect.updateContext(advance(productId, id, wanted), (context: Context.Context<never>) =>
            Context.omit(sql.transactionService)(context as never)
          )
      })
    })
  )
}

const NO_FUND =
  "No fund can be joined: no fund that the product is linked to takes new members with these answers."
