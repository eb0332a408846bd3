/**
 * How a partner changes a session that the employee hasn't confirmed. `changeInput` reads the change. It refuses to
 * replace a part that the employee has saved, or a contact that was validated.
 *
 * Why no webhook: the partner itself made the change. The session's version still rises, so the employee's next step
 * from the earlier view saves nothing and returns the changed view (D-embed-revisions).
 *
 * The trap: a change of the contacts reaches further than the session. A contact that is now validated makes the phone
 * verification unnecessary. A new phone number invalidates the code that was sent to the old one. The employee's record
 * gets the new contacts. So the employee is locked before the session (`SessionsRepo.lock`).
 */

import type {
  Conflict,
  NotFound,
  PreconditionFailed,
  PreconditionRequired,
  ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { withContact } from "../../employees/contactDetails.ts"
import { employeesRepo } from "../../employees/EmployeesRepo.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { remoteIdTaken } from "../../platform/answers/answers.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { checkIfMatch, type Versioned } from "../../platform/versions/ifMatch.ts"
import { expiredIfOverdue } from "../sessionProgress.ts"
import { verificationCodesRepo } from "../phone-verification/VerificationCodesRepo.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { checkAllowed, orNoSuchSession } from "../sessionConflicts.ts"
import { sessionReader } from "../sessionReader.ts"
import { canHappen } from "../sessionStates.ts"
import { sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { TaxFileNumbers } from "../TaxFileNumbers.ts"
import { readChange, type ReadChange } from "./changeInput.ts"
import { transactions } from "../../platform/database/operation.ts"

export class SessionUpdates extends Context.Service<
  SessionUpdates,
  {
    readonly update: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      ifMatch: S.EntityTag | undefined,
      input: S.OnboardingSessionChange
    ) => Effect.Effect<
      Versioned<S.OnboardingSession>,
      NotFound | Conflict | PreconditionFailed | PreconditionRequired | ValidationFailed
    >
  }
>()("@embedded-super/service/onboarding-sessions/SessionUpdates") {
  static readonly layer = Layer.effect(
    SessionUpdates,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* sessionsRepo
      const employees = yield* employeesRepo
      const changes = yield* sessionChanges
      const codes = yield* verificationCodesRepo
      const taxFileNumbers = yield* TaxFileNumbers
      const { versioned } = yield* sessionReader

      const putTaxFileNumber = (session: StoredSession, tfn: ReadChange["tfn"]) =>
        tfn === "untouched"
          ? Effect.void
          : tfn === "none"
            ? taxFileNumbers.destroy(session)
            : taxFileNumbers.put(session, tfn, "partner")

      /** Updates the employee's record with the newest session's contacts, unless the employee has saved their own. */
      const updateEmployee = Effect.fnUntraced(function* (session: StoredSession, at: Date) {
        const { contact, email, phone_number } = session.details
        const employee = yield* employees.find(session.product_id, session.employee_id)
        if (contact !== null || Option.isNone(employee)) return
        const phone_verified_at = session.phone_number_validated ? toTimestamp(at) : null
        const known = withContact(employee.value.details, { email, phone_number, phone_verified_at })
        yield* employees.update(employee.value, known, at)
      })

      return SessionUpdates.of({
        update: transaction("SessionUpdates.update")(function* (productId, id, ifMatch, input) {
          const session = yield* orNoSuchSession(yield* repo.lock(id, productId))
          const at = yield* clock.now(session.sandboxed)
          yield* checkIfMatch(ifMatch, session.version)
          yield* checkAllowed("updateOnboardingSession", expiredIfOverdue(session, at).state)
          const { tfn, ...change } = yield* readChange(session, input, dayInSydney(at))
          const renamed = change.remote_id !== session.remote_id
          const holder = renamed ? yield* repo.holderOf(session.employee_id, change.remote_id) : undefined
          if (holder !== undefined) return yield* remoteIdTaken("session of this employee", holder)
          yield* putTaxFileNumber(session, tfn)
          // The phone no longer has to be verified.
          const relieved =
            canHappen(session.state, "contact_validated") && change.phone_verification === "skipped"
          const happened = relieved ? (["contact_validated"] as const) : []
          const changedPhone = change.details.phone_number !== session.details.phone_number
          // A code that was sent to another phone proves nothing about the new one.
          if (relieved || changedPhone) yield* codes.remove(session)
          const changed = yield* changes.apply(session, happened, change, at)
          yield* updateEmployee(changed.session, at)
          return yield* versioned(changed.session)
        })
      })
    })
  )
}
