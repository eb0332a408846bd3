import type { EmbedConflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { employeesRepo } from "../../employees/EmployeesRepo.ts"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import { membershipIssues } from "../completion.ts"
import { ChoiceForms } from "../choice-form/ChoiceForms.ts"
import { choicesChanged, noChoiceForm } from "./steps.ts"
import { choosable } from "../super-selection/choosable.ts"
import { FundCalls } from "../../funds/calls/FundCalls.ts"
import { selectionsRepo, type StoredSelection } from "../super-selection/SelectionsRepo.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { checkEvent, type Step, stepping } from "./stepping.ts"
import { operation, transactions } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"

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
      const { apply, checkSeen, find, lock, nowOf, present } = yield* stepping
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const funds = yield* FundDirectory
      const { joinableBy } = yield* choosable
      const issues = yield* membershipIssues
      const calls = yield* FundCalls
      const forms = yield* ChoiceForms

      /** The service registers the member with a fund that takes new members. */
      const register = Effect.fnUntraced(function* (session: StoredSession, selection: StoredSelection) {
        const product = (yield* joinableBy(session)).find(({ id }) => id === selection.fund_product_id)
        if (product === undefined) return yield* choicesChanged(session.state)
        yield* selections.put({ ...selection, progress_state: "registering" })
        yield* calls.request({
          operation: "member_registration",
          productId: session.product_id,
          sessionId: session.id,
          fundProductId: product.id
        })
      })

      /**
       * The service makes no registration and waits for no fund: the employee is a member of a fund that still takes
       * contributions, or the employer completes the membership with its default fund.
       */
      const keep = Effect.fnUntraced(function* (
        session: StoredSession,
        selection: StoredSelection,
        at: Date
      ) {
        const { fund_product_id, source } = selection
        const isDefault = source === "employer_default"
        if (fund_product_id !== null) {
          const product = Option.getOrUndefined(yield* funds.find(session.product_id, fund_product_id))
          const isGone = product === undefined || (isDefault && !product.is_open_to_new_members)
          if (isGone) return yield* choicesChanged(session.state)
        }
        const kept: StoredSelection = {
          ...selection,
          progress_state: "completed",
          outcome: isDefault ? "complete_without_member_number" : "complete",
          settled_at: at
        }
        yield* selections.put(kept)
        yield* issues.settled(session, kept)
      })

      const finish = Effect.fnUntraced(function* (session: StoredSession) {
        const at = yield* nowOf(session)
        yield* checkEvent(session, "confirmed", at)
        const selection = (yield* selections.ofSessions([session.id])).get(session.id)
        if (selection === undefined) return yield* choicesChanged(session.state)
        const confirmed = yield* apply(session, ["confirmed"], { confirmed_at: at }, at)
        if (confirmed.effects.has("request member registration")) {
          yield* selection.consent_version === null
            ? keep(session, selection, at)
            : register(session, selection)
        }
        if (confirmed.effects.has("request choice form")) yield* forms.request(session, at)
        yield* employees.touch(session.employee_id, at)
        return confirmed.session
      })

      return Confirmation.of({
        confirm: transaction("Confirmation.confirm")(function* (productId, id, _, seen) {
          const session = yield* lock(productId, id)
          yield* checkSeen(session, seen)
          return yield* present(session.confirmed_at === null ? yield* finish(session) : session)
        }),

        choiceForm: operation("Confirmation.choiceForm")(function* (productId, id) {
          const { state } = yield* find(productId, id)
          const pdf = yield* forms.read(productId, id)
          return Option.isNone(pdf) ? yield* noChoiceForm(state) : pdf.value
        })
      })
    })
  )
}
