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
import { withContact, employeesRepo } from "../../employees/EmployeesRepo.ts"
import { dayInSydney } from "../../personal-data/calendarDate.ts"
import { remoteIdTaken } from "../../platform/answers/answers.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { checkIfMatch, type Versioned } from "../../platform/versions/ifMatch.ts"
import { expiredIfOverdue } from "../sessionProgress.ts"
import { verificationCodesRepo } from "../phone-verification/VerificationCodesRepo.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { checkAllowed, orNoSuchSession } from "../sessionConflicts.ts"
import { sessionReader } from "../presentSession.ts"
import { canHappen } from "../sessionStates.ts"
import { sessionRecordsRepo, type StoredOnboarding } from "../SessionRecordsRepo.ts"
import { nowOf, sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
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
      const repo = yield* sessionsRepo
      const records = yield* sessionRecordsRepo
      const employees = yield* employeesRepo
      const changes = yield* sessionChanges
      const codes = yield* verificationCodesRepo
      const taxFileNumbers = yield* TaxFileNumbers
      const { versioned } = yield* sessionReader

      /** The tax file number after the change, and the writes that change it. */
      const taxFileNumber = Effect.fnUntraced(function* (
        { session, tfn: before }: StoredOnboarding,
        tfn: ReadChange["tfn"],
        at: Date
      ) {
        if (tfn === "untouched") return { tfn: before, writes: [] }
        if (tfn === "none") return { tfn: undefined, writes: [taxFileNumbers.destroying(session)] }
        const { shown, write } = yield* taxFileNumbers.putting(session, tfn, "partner", at)
        return { tfn: shown, writes: [write] }
      })

      /**
       * The writes that update the employee's record with the newest session's contacts, unless the employee has saved their
       * own.
       */
      const employeeWrites = Effect.fnUntraced(function* (
        { employee, session }: StoredOnboarding,
        change: Pick<StoredSession, "details" | "phone_number_validated">,
        at: Date
      ) {
        const { contact, email, phone_number } = change.details
        if (contact !== null) return []
        const phone_verified_at = change.phone_number_validated ? toTimestamp(at) : null
        const known = withContact(yield* employee, { email, phone_number, phone_verified_at })
        const owner = { id: session.employee_id, product_id: session.product_id }
        return [yield* employees.updating(owner, known, at)]
      })

      return SessionUpdates.of({
        update: transaction("SessionUpdates.update")(function* (productId, id, ifMatch, input) {
          const locked = yield* orNoSuchSession(yield* records.lockOnboarding(productId, id))
          const { session } = locked
          const at = yield* nowOf(session)
          yield* checkIfMatch(ifMatch, session.version)
          yield* checkAllowed("updateOnboardingSession", expiredIfOverdue(session, at).state)
          const { tfn, ...change } = yield* readChange(session, input, dayInSydney(at))
          const renamed = change.remote_id !== session.remote_id
          const holder = renamed ? yield* repo.holderOf(session.employee_id, change.remote_id) : undefined
          if (holder !== undefined) return yield* remoteIdTaken("session of this employee", holder)
          const { tfn: shown, writes } = yield* taxFileNumber(locked, tfn, at)
          // The phone no longer has to be verified.
          const relieved =
            canHappen(session.state, "contact_validated") && change.phone_verification === "skipped"
          const happened = relieved ? (["contact_validated"] as const) : []
          const changedPhone = change.details.phone_number !== session.details.phone_number
          // A code that was sent to another phone proves nothing about the new one.
          const ended = relieved || changedPhone ? [codes.remove(session)] : []
          const changed = yield* changes.apply(session, happened, change, at, {
            drafts: locked.drafts,
            writes: [...writes, ...ended, ...(yield* employeeWrites(locked, change, at))]
          })
          return yield* versioned({ ...locked, session: changed.session, tfn: shown })
        })
      })
    })
  )
}
