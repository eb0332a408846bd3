/**
 * How partners end sessions (`cancel`) and erase a person's data (`erase`). `erasure` removes the personal data from
 * each table that holds it; `SessionDeadlines` uses it, too, when the retention time is over.
 *
 * The trap: the intent that the session came from is locked before the session, here as everywhere. A table that gets
 * personal data must be added to `erasure`.
 */
import type { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ErasureJournal } from "../personal-data/ErasureJournal.ts"
import { type RequestedBy, audit } from "../platform/audit/audit.ts"
import { expiredIfOverdue, isOverdue, savedDetails } from "./sessionProgress.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { checkAllowed, orNoSuchSession, type OnSession } from "./sessionConflicts.ts"
import { heldDataRepo } from "./HeldDataRepo.ts"
import { type SessionEvent, UNCONFIRMED } from "./sessionStates.ts"
import { nowOf, type SessionHead, sessionsRepo, type StoredSession } from "./SessionsRepo.ts"
import { transactions } from "../platform/database/operation.ts"
import {
  withContact,
  type EmployeeDetails,
  employeesRepo,
  NOTHING_KNOWN
} from "../employees/EmployeesRepo.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { issuesRepo } from "../employer-issues/IssuesRepo.ts"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { choiceFormsRepo } from "./choice-form/ChoiceFormsRepo.ts"
import { verificationCodesRepo } from "./phone-verification/VerificationCodesRepo.ts"
import { NO_DETAILS, type SessionDetails } from "./sessionDetails.ts"
import { Stapling } from "../stapling/Stapling.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"
import { TaxFileNumbers } from "./tax-file-number/TaxFileNumbers.ts"
import { embedSessionsRepo } from "../embed-sessions/EmbedSessionsRepo.ts"

export class SessionEndings extends Context.Service<
  SessionEndings,
  {
    /** Cancels a session that the employee hasn't confirmed, and sends its last webhook. */
    readonly cancel: OnSession<void, NotFound | Conflict>
    /**
     * Erases the personal data of a session; cancels an open one first. Records who made the request and what was
     * destroyed, and returns it: tables with their number of rows. A repeat changes nothing, and returns undefined.
     */
    readonly erase: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      by: RequestedBy
    ) => Effect.Effect<ReadonlyArray<string> | undefined, NotFound | Conflict>
  }
>()("@embedded-super/service/onboarding-sessions/SessionEndings") {
  static readonly layer = Layer.effect(
    SessionEndings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const repo = yield* sessionsRepo
      const held = yield* heldDataRepo
      const journal = yield* ErasureJournal
      const changes = yield* sessionChanges
      const { erase: eraseData, eraseIntent } = yield* erasure

      const lock = (productId: S.ProductId, id: S.OnboardingSessionId) =>
        Effect.flatMap(repo.lockHead(id, productId), orNoSuchSession)

      /** The events before a session is erased: an open session is ended. */
      const ending = (session: SessionHead, at: Date): ReadonlyArray<SessionEvent> =>
        isOverdue(session, at) ? ["expired"] : UNCONFIRMED.includes(session.state) ? ["cancelled"] : []

      return SessionEndings.of({
        cancel: transaction("SessionEndings.cancel")(function* (productId, id) {
          const session = yield* lock(productId, id)
          const at = yield* nowOf(session)
          yield* checkAllowed("cancelOnboardingSession", expiredIfOverdue(session, at).state)
          yield* changes.apply(session, ["cancelled"], {}, at)
        }),

        erase: transaction("SessionEndings.erase")(function* (productId, id, by) {
          yield* orNoSuchSession(yield* repo.owned(productId, id))
          const destroyed = yield* held.of(id)
          yield* eraseIntent(id)
          const session = yield* lock(productId, id)
          const at = yield* nowOf(session)
          yield* checkAllowed("eraseOnboardingSession", session.state)
          if (session.erased_at !== null) return undefined
          const details = yield* eraseData(session, at)
          yield* changes.apply(session, ending(session, at), { erased_at: at, details }, at)
          const entity = { kind: "onboarding_session", id }
          yield* audit({
            ...by,
            action: "onboarding_session.erase",
            productId,
            entity,
            detail: { destroyed }
          })
          yield* sql.afterCommit(journal({ session: id, product: productId, erased_at: toTimestamp(at) }))
          return destroyed
        })
      })
    })
  )
}

/**
 * The port to the intents that sessions were created from. Sessions don't import intents; `IntentDeadlines` implements
 * it.
 */
export class OriginalIntents extends Context.Service<
  OriginalIntents,
  {
    /** Removes the intent's personal data, in the transaction that erases its session. A repeat changes nothing. */
    readonly anonymise: (id: S.OnboardingSessionIntentId) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/OriginalIntents") {}

/** The details after the erasure: the names of the saved steps, without their answers. */
const erasedDetails = (details: SessionDetails): SessionDetails => {
  const saved = savedDetails(details)
  return {
    ...NO_DETAILS,
    erased_steps: (["identity", "contact", "tax"] as const).filter((step) => saved[step]),
    tax: details.tax && { tfn_provided: details.tax.tfn_provided, tfn_exemption_type: null }
  }
}

/** The employee's contacts in a session; the employee's own input has priority over the partner's. */
const contactsIn = (known: EmployeeDetails, { details, ...session }: StoredSession): EmployeeDetails => {
  const phone_verified_at = session.phone_number_validated ? toTimestamp(session.inserted_at) : null
  const given = { email: details.email, phone_number: details.phone_number, phone_verified_at }
  const contacts = withContact(known, given)
  return details.contact === null
    ? contacts
    : withContact(contacts, { ...details.contact, phone_verified_at })
}

/**
 * Removes a session's personal data from every table that holds it. The caller holds the locks of the employee and the
 * session.
 */
export const erasure = Effect.gen(function* () {
  const embeds = yield* embedSessionsRepo
  const drafts = yield* embedDraftsRepo
  const sessions = yield* sessionsRepo
  const selections = yield* selectionsRepo
  const employees = yield* employeesRepo
  const forms = yield* choiceFormsRepo
  const codes = yield* verificationCodesRepo
  const taxFileNumbers = yield* TaxFileNumbers
  const stapling = yield* Stapling
  const intents = yield* OriginalIntents
  const issues = yield* issuesRepo

  /** The session's details; empty if they can't be opened, so that the erasure still works. */
  const detailsOf = (id: S.OnboardingSessionId) =>
    sessions.read(id).pipe(
      Effect.map((session) => session?.details ?? NO_DETAILS),
      Effect.catchDefect(() => Effect.succeed(NO_DETAILS))
    )

  /** Rebuilds the employee's contacts from the other sessions. A session that can't be opened contributes nothing. */
  const forgetContacts = Effect.fnUntraced(function* (session: SessionHead, at: Date) {
    const employee = yield* employees.find(session.product_id, session.employee_id)
    if (Option.isNone(employee)) return
    let known = NOTHING_KNOWN
    for (const id of yield* sessions.otherPersonal(session)) {
      const other = yield* sessions.read(id).pipe(Effect.catchDefect(() => Effect.undefined))
      if (other !== undefined) known = contactsIn(known, other)
    }
    yield* employees.update(employee.value, known, at)
  })

  /**
   * Removes the personal data in the intent that the session came from. Call it before the session is locked: the
   * intent's lock comes first.
   */
  const eraseIntent = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
    const intentId = yield* sessions.intentOf(id)
    if (intentId !== null) yield* intents.anonymise(intentId)
  })

  /** Removes everything but the session's own details, and returns the erased details for the caller to write. */
  const erase = Effect.fnUntraced(function* (session: SessionHead, at: Date) {
    const details = erasedDetails(yield* detailsOf(session.id))
    yield* taxFileNumbers.destroy(session)
    yield* selections.erase(session.id)
    yield* forms.remove(session)
    yield* codes.remove(session)
    yield* stapling.forget(session.product_id, session.id)
    yield* embeds.removeOf(session.id)
    yield* drafts.remove(session)
    yield* issues.forgetNotes(session)
    yield* forgetContacts(session, at)
    return details
  })

  return { detailsOf, erase, eraseIntent }
})
