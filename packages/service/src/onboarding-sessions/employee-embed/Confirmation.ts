import type { EmbedConflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { employeesRepo } from "../../employees/EmployeesRepo.ts"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import type { KnownProduct } from "../../funds/FundProductsRepo.ts"
import { membershipIssues } from "../completion.ts"
import { ChoiceForms } from "../choice-form/ChoiceForms.ts"
import { choicesChanged, noChoiceForm } from "./steps.ts"
import { joinableOf } from "../super-selection/choosable.ts"
import { FundCalls } from "../../funds/calls/FundCalls.ts"
import { selectionsRepo, type StoredSelection } from "../super-selection/SelectionsRepo.ts"
import { nowOf, type StoredSession } from "../SessionsRepo.ts"
import { checkEvent, type OpenOnboarding, type Step, stepping } from "./stepping.ts"
import { operation, transactions } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"
import { effectsOf } from "../sessionStates.ts"

/** The end of the employee's part. */
export class Confirmation extends Context.Service<
  Confirmation,
  {
    /**
     * Confirms the reviewed answers. The registration, where the choice needs one, and the choice form are requested in
     * the same transaction, and the employee can change nothing from then on. A repeated confirmation returns the view
     * and starts nothing.
     */
    readonly confirm: Step<S.EmbedReviewConfirmation>
    /** The employee's copy of the choice form, a PDF. */
    readonly choiceForm: OnSession<Uint8Array, NotFound | EmbedConflict>
  }
>()("@embedded-super/service/onboarding-sessions/Confirmation") {
  static readonly layer = Layer.effect(
    Confirmation,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const { apply, checkSeen, find, lockStored, present } = yield* stepping
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const funds = yield* FundDirectory
      const issues = yield* membershipIssues
      const calls = yield* FundCalls
      const forms = yield* ChoiceForms

      /** The session, locked, and the chosen product as the directory has it now. */
      const lockChosen = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionId) {
        const stored = yield* lockStored(productId, id)
        const chosen = stored.selection?.fund_product_id ?? null
        const known = chosen === null ? [] : yield* funds.known(productId, { ids: [chosen] })
        const product = known.find(({ product }) => product.id === chosen)
        const open: OpenOnboarding = { ...stored, product: product?.product }
        return { open, product }
      })

      /** The selection that the service registers the member with: of a fund that takes new members. */
      const registering = (
        session: StoredSession,
        selection: StoredSelection,
        product: KnownProduct | undefined
      ) =>
        product !== undefined && joinableOf(session, [product]).length === 1
          ? Effect.succeed({ ...selection, progress_state: "registering" as const })
          : Effect.fail(choicesChanged(session.state))

      /**
       * The selection for which the service makes no registration and waits for no fund: the employee is a member of a fund
       * that still takes contributions, or the employer completes the membership with its default fund.
       */
      const kept = (
        session: StoredSession,
        selection: StoredSelection,
        product: KnownProduct | undefined,
        at: Date
      ) => {
        const isDefault = selection.source === "employer_default"
        const isGone = !product?.isCurrent || (isDefault && !product.product.is_open_to_new_members)
        return selection.fund_product_id !== null && isGone
          ? Effect.fail(choicesChanged(session.state))
          : Effect.succeed({
              ...selection,
              progress_state: "completed" as const,
              outcome: isDefault ? ("complete_without_member_number" as const) : ("complete" as const),
              settled_at: at
            })
      }

      const finish = Effect.fnUntraced(function* (open: OpenOnboarding, product: KnownProduct | undefined) {
        const { session } = open
        const at = yield* nowOf(session)
        yield* checkEvent(session, "confirmed", at)
        if (open.selection === undefined) return yield* choicesChanged(session.state)
        const effects = effectsOf(session.state, "confirmed")
        const registers = open.selection.consent_version !== null
        const selection: StoredSelection = yield* registers
          ? registering(session, open.selection, product)
          : kept(session, open.selection, product, at)
        const confirmed = yield* apply(open, ["confirmed"], { confirmed_at: at }, at, {
          selection,
          writes: [
            yield* selections.putting(selection),
            employees.touching(session.employee_id, at),
            ...(effects.has("request choice form") ? [forms.requesting(session, at)] : [])
          ]
        })
        if (!registers) yield* issues.settled(session, selection)
        else if (effects.has("request member registration") && selection.fund_product_id !== null) {
          yield* calls.request({
            operation: "member_registration",
            productId: session.product_id,
            sessionId: session.id,
            fundProductId: selection.fund_product_id
          })
        }
        if (effects.has("request choice form")) yield* forms.wake(session)
        return confirmed.open
      })

      return Confirmation.of({
        confirm: transaction("Confirmation.confirm")(function* (productId, id, _, seen) {
          const { open, product } = yield* lockChosen(productId, id)
          yield* checkSeen(open, seen)
          return yield* present(open.session.confirmed_at === null ? yield* finish(open, product) : open)
        }),

        choiceForm: operation("Confirmation.choiceForm")(function* (productId, id) {
          const { session } = yield* find(productId, id)
          const pdf = yield* forms.read(productId, id)
          return Option.isNone(pdf) ? yield* noChoiceForm(session.state) : pdf.value
        })
      })
    })
  )
}
