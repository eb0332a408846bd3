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
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { withContact, employeesRepo } from "../../employees/EmployeesRepo.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { isOverdue } from "../sessionProgress.ts"
import { choosable } from "../super-selection/choosable.ts"
import { selectionsRepo } from "../super-selection/SelectionsRepo.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import { canHappen, type SessionEvent, UNCONFIRMED } from "../sessionStates.ts"
import { nowOf } from "../SessionsRepo.ts"
import { readContactStep, readDisclaimerStep, readIdentityStep, readTaxStep } from "./stepInput.ts"
import { asOf, type OpenOnboarding, type Step, stepping, checkEvent } from "./stepping.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
import { databaseDefects, inTransaction, operation, transactions } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"
import { embedDraftsRepo } from "../../embed-drafts/EmbedDraftsRepo.ts"

/** The steps in which an employee enters details. Each sends `onboarding_session_changed` when it saves. */
export class OnboardingSteps extends Context.Service<
  OnboardingSteps,
  {
    /** Everything that the employee embed shows. */
    readonly view: OnSession<S.EmbedOnboarding>
    /**
     * Records that the employee opened the embed: the first opening is progress, a later one is activity. Joins the
     * transaction of the opening, which fails with it. Returns the view.
     */
    readonly opened: OnSession<S.EmbedOnboarding>
    readonly saveIdentity: Step<S.EmbedIdentityStep>
    readonly saveContact: Step<S.EmbedContactStep>
    readonly saveTax: Step<S.EmbedTaxStep>
    readonly acceptDisclaimer: Step<S.EmbedDisclaimerStep>
  }
>()("@embedded-super/service/onboarding-sessions/OnboardingSteps") {
  static readonly layer = Layer.effect(
    OnboardingSteps,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { apply, find, lock, present, step, touch, agreed } = yield* stepping
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const { joinableBy } = yield* choosable
      const taxFileNumbers = yield* TaxFileNumbers

      /** Whether the new details rule out the fund that was chosen before. */
      const rulesFundOut = Effect.fnUntraced(function* (open: OpenOnboarding, details: SessionDetails) {
        const { selection, session } = open
        if (selection === undefined || selection.consent_version === null) return false
        const join = yield* joinableBy({ ...session, details })
        return !join.some(({ id }) => id === selection.fund_product_id)
      })

      /** Saves the input of a step; if that rules out the chosen fund, the employee has to choose again. */
      const save = Effect.fnUntraced(function* (
        open: OpenOnboarding,
        event: SessionEvent,
        details: SessionDetails,
        at: Date,
        {
          writes = [],
          ...changed
        }: Partial<Pick<OpenOnboarding, "tfn">> & {
          readonly writes?: ReadonlyArray<Statement.Fragment>
        } = {}
      ) {
        const { session } = open
        const ruledOut = canHappen(session.state, "fund_ruled_out") && (yield* rulesFundOut(open, details))
        const saved = ruledOut
          ? yield* apply(open, [event, "fund_ruled_out"], { details }, at, {
              ...changed,
              selection: undefined,
              product: undefined,
              writes: [...writes, selections.remove(session.id)]
            })
          : yield* apply(open, [event], { details }, at, { ...changed, writes })
        return saved.open
      })

      return OnboardingSteps.of({
        view: operation("OnboardingSteps.view")(function* (productId, id) {
          return yield* present(yield* find(productId, id))
        }),

        opened: Effect.fn("OnboardingSteps.opened")(
          function* (productId: S.ProductId, id: S.OnboardingSessionId) {
            const open = yield* lock(productId, id)
            const { session } = open
            const at = yield* nowOf(session)
            const opened =
              session.phone_verification === "skipped" ? "employee_opened" : "employee_opened_unvalidated"
            if (isOverdue(session, at) || !UNCONFIRMED.includes(session.state)) {
              return yield* present(asOf(open, at))
            }
            if (canHappen(session.state, opened))
              return yield* present((yield* apply(open, [opened], {}, at)).open)
            yield* touch(session, at)
            return yield* present(open)
          },
          inTransaction(sql),
          databaseDefects
        ),

        saveIdentity: step(
          "saveIdentity",
          "identity_saved",
          Effect.fnUntraced(function* (open, input, at) {
            const details = yield* readIdentityStep(open.session, input, dayInSydney(at))
            return yield* save(open, "identity_saved", details, at)
          })
        ),

        saveContact: step(
          "saveContact",
          "contact_saved",
          Effect.fnUntraced(function* (open, input, at) {
            const { session } = open
            const details = yield* readContactStep(session, input)
            if (details.contact === null) return yield* save(open, "contact_saved", details, at)
            const phone_verified_at = session.phone_number_validated ? toTimestamp(session.inserted_at) : null
            const known = withContact(yield* open.employee, { ...details.contact, phone_verified_at })
            const employee = { id: session.employee_id, product_id: session.product_id }
            const writes = [yield* employees.updating(employee, known, at)]
            return yield* save(open, "contact_saved", details, at, { writes })
          })
        ),

        saveTax: step(
          "saveTax",
          "tax_saved",
          Effect.fnUntraced(function* (open, input, at) {
            const { session } = open
            const { details, tfn } = yield* readTaxStep(session, input, dayInSydney(at))
            const noticed = yield* agreed(session, "tfn_notice", input.notice_version)
            if (tfn === "kept") return yield* save(open, "tax_saved", details, at, { writes: [noticed] })
            if (tfn === "none") {
              const writes = [noticed, taxFileNumbers.destroying(session)]
              return yield* save(open, "tax_saved", details, at, { tfn: undefined, writes })
            }
            const { shown, write } = yield* taxFileNumbers.putting(session, tfn, "employee", at)
            return yield* save(open, "tax_saved", details, at, { tfn: shown, writes: [noticed, write] })
          })
        ),

        acceptDisclaimer: step(
          "acceptDisclaimer",
          "disclaimer_accepted",
          Effect.fnUntraced(function* (open, input, at) {
            yield* readDisclaimerStep(input)
            const change = { disclaimer_accepted_at: at }
            const writes = [yield* agreed(open.session, "disclaimer", input.accepted_version)]
            return (yield* apply(open, ["disclaimer_accepted"], change, at, { writes })).open
          })
        )
      })
    })
  )
}

/** A step that has a draft, and the event that saves the step: a draft is possible while the event is. */
const SAVED_BY = {
  identity: "identity_saved",
  contact: "contact_saved",
  self_managed: "fund_chosen"
} as const

/**
 * Keeps the employee's typed answers before a step is saved (D-embed-drafts). A draft counts as the employee's activity, but
 * not as progress: the session's version stays, and no webhook is sent.
 */
export const onboardingDrafts = Effect.gen(function* () {
  const transaction = yield* transactions
  const { checkSeen, lock, present, touch } = yield* stepping
  const drafts = yield* embedDraftsRepo

  const draft = <Typed extends object>(step: keyof typeof SAVED_BY): Step<Typed, S.EmbedDraftSaved> =>
    transaction(`onboardingDrafts.${step}`)(function* (productId, id, typed, seen) {
      const open = yield* lock(productId, id)
      yield* checkSeen(open, seen)
      const at = yield* nowOf(open.session)
      yield* checkEvent(open.session, SAVED_BY[step], at)
      const merged = yield* drafts.merge(open.session, { [step]: typed }, open.drafts)
      yield* touch(open.session, at)
      const { revision } = yield* present({ ...open, drafts: merged })
      return { saved_at: toTimestamp(at), revision }
    })

  return {
    identity: draft<S.EmbedIdentityDraftPatch>("identity"),
    contact: draft<S.EmbedContactDraftPatch>("contact"),
    selfManaged: draft<S.EmbedSelfManagedDraftPatch>("self_managed")
  }
})
