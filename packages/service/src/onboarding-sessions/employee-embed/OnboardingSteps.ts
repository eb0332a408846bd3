/**
 * The employee embed: the steps in which an employee verifies, enters and confirms their details. `steps` is the order
 * of the steps, `stepping` is the part that all share (lock, order, seen revision), `stepInput` reads the input,
 * `presentOnboarding` makes the view. The fund choice is in `super-selection/`, the phone in `phone-verification/`.
 *
 * Why each step returns the full view: the frame keeps no state that could differ from the session's.
 *
 * The trap: a step is saved only from the revision that the employee saw. After a partner's change in between, the step
 * saves nothing and returns the changed view.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { withContact } from "../../employees/contactDetails.ts"
import { employeesRepo } from "../../employees/EmployeesRepo.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { isOverdue } from "../sessionProgress.ts"
import { choosable } from "../super-selection/choosable.ts"
import { selectionsRepo } from "../super-selection/SelectionsRepo.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import { canHappen, type SessionEvent, UNCONFIRMED } from "../sessionStates.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { readContactStep, readDisclaimerStep, readIdentityStep, readTaxStep } from "./stepInput.ts"
import { type Step, stepping } from "./stepping.ts"
import { TaxFileNumbers } from "../TaxFileNumbers.ts"
import { operation, transactions } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"

/** The steps in which an employee enters details. Each sends `onboarding_session_changed` when it saves. */
export class OnboardingSteps extends Context.Service<
  OnboardingSteps,
  {
    /** Everything that the employee embed shows. */
    readonly view: OnSession<S.EmbedOnboarding>
    /**
     * Records that the employee opened the embed: the first opening is progress, a later one is activity. Joins the
     * transaction of the opening.
     */
    readonly opened: OnSession<void>
    readonly saveIdentity: Step<S.EmbedIdentityStep>
    readonly saveContact: Step<S.EmbedContactStep>
    readonly saveTax: Step<S.EmbedTaxStep>
    readonly acceptDisclaimer: Step<S.EmbedDisclaimerStep>
  }
>()("@embedded-super/service/onboarding-sessions/OnboardingSteps") {
  static readonly layer = Layer.effect(
    OnboardingSteps,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const { apply, find, lock, nowOf, present, step, touch, agreed } = yield* stepping
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const { joinableBy } = yield* choosable
      const taxFileNumbers = yield* TaxFileNumbers

      /** Whether the new details rule out the fund that was chosen before. */
      const rulesFundOut = Effect.fnUntraced(function* (session: StoredSession, details: SessionDetails) {
        const selection = (yield* selections.ofSessions([session.id])).get(session.id)
        if (selection === undefined || selection.consent_version === null) return false
        const join = yield* joinableBy({ ...session, details })
        return !join.some(({ id }) => id === selection.fund_product_id)
      })

      /** Saves the input of a step; if that rules out the chosen fund, the employee has to choose again. */
      const save = Effect.fnUntraced(function* (
        session: StoredSession,
        event: SessionEvent,
        details: SessionDetails,
        at: Date
      ) {
        const ruledOut = canHappen(session.state, "fund_ruled_out") && (yield* rulesFundOut(session, details))
        if (ruledOut) yield* selections.remove(session.id)
        const happened: ReadonlyArray<SessionEvent> = ruledOut ? [event, "fund_ruled_out"] : [event]
        return (yield* apply(session, happened, { details }, at)).session
      })

      return OnboardingSteps.of({
        view: operation("OnboardingSteps.view")(function* (productId, id) {
          return yield* present(yield* find(productId, id))
        }),

        opened: transaction("OnboardingSteps.opened")(function* (productId, id) {
          const session = yield* lock(productId, id)
          const at = yield* nowOf(session)
          if (isOverdue(session, at) || !UNCONFIRMED.includes(session.state)) return
          const opened =
            session.phone_verification === "skipped" ? "employee_opened" : "employee_opened_unvalidated"
          if (!canHappen(session.state, opened)) return yield* touch(session, at)
          yield* apply(session, [opened], {}, at)
        }),

        saveIdentity: step(
          "saveIdentity",
          "identity_saved",
          Effect.fnUntraced(function* (session, input, at) {
            const details = yield* readIdentityStep(session, input, dayInSydney(at))
            return yield* save(session, "identity_saved", details, at)
          })
        ),

        saveContact: step(
          "saveContact",
          "contact_saved",
          Effect.fnUntraced(function* (session, input, at) {
            const details = yield* readContactStep(session, input)
            const employee = yield* employees.find(session.product_id, session.employee_id)
            if (Option.isSome(employee) && details.contact !== null) {
              const phone_verified_at = session.phone_number_validated
                ? toTimestamp(session.inserted_at)
                : null
              const known = withContact(employee.value.details, { ...details.contact, phone_verified_at })
              yield* employees.update(employee.value, known, at)
            }
            return yield* save(session, "contact_saved", details, at)
          })
        ),

        saveTax: step(
          "saveTax",
          "tax_saved",
          Effect.fnUntraced(function* (session, input, at) {
            const { details, tfn } = yield* readTaxStep(session, input, dayInSydney(at))
            yield* agreed(session, "tfn_notice", input.notice_version)
            if (tfn === "none") yield* taxFileNumbers.destroy(session)
            else if (tfn !== "kept") yield* taxFileNumbers.put(session, tfn, "employee")
            return yield* save(session, "tax_saved", details, at)
          })
        ),

        acceptDisclaimer: step(
          "acceptDisclaimer",
          "disclaimer_accepted",
          Effect.fnUntraced(function* (session, input, at) {
            yield* readDisclaimerStep(input)
            yield* agreed(session, "disclaimer", input.accepted_version)
            const change = { disclaimer_accepted_at: at }
            return (yield* apply(session, ["disclaimer_accepted"], change, at)).session
          })
        )
      })
    })
  )
}
