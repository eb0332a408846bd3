import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withContact } from "../../employees/contactDetails.ts"
import { type EmployeeDetails, employeesRepo, NOTHING_KNOWN } from "../../employees/EmployeesRepo.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { OriginalIntents } from "./OriginalIntents.ts"
import { choiceFormsRepo } from "../choice-form/ChoiceFormsRepo.ts"
import { verificationCodesRepo } from "../phone-verification/VerificationCodesRepo.ts"
import { NO_DETAILS, type SessionDetails } from "../sessionDetails.ts"
import { type SessionHead, sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { Stapling } from "../../stapling/Stapling.ts"
import { selectionsRepo } from "../super-selection/SelectionsRepo.ts"
import { TaxFileNumbers } from "../TaxFileNumbers.ts"
import { embedSessionsRepo } from "../../embed-sessions/EmbedSessionsRepo.ts"
import { savedDetails } from "../sessionProgress.ts"

/** What the details are afterwards: which steps had been saved, and nothing of what they said. */
export const erasedDetails = (details: SessionDetails): SessionDetails => {
  const saved = savedDetails(details)
  return {
    ...NO_DETAILS,
    erased_steps: (["identity", "contact", "tax"] as const).filter((step) => saved[step]),
    tax: details.tax && { tfn_provided: details.tax.tfn_provided, tfn_exemption_type: null }
  }
}

/** What a session tells of its employee's contacts; what the employee saved counts more than what the partner gave. */
const contactsIn = (known: EmployeeDetails, { details, ...session }: StoredSession): EmployeeDetails => {
  const phone_verified_at = session.phone_number_validated ? toTimestamp(session.inserted_at) : null
  const given = { email: details.email, phone_number: details.phone_number, phone_verified_at }
  const told = withContact(known, given)
  return details.contact === null ? told : withContact(told, { ...details.contact, phone_verified_at })
}

/** Removes what is personal about a session from wherever it lies. The caller holds the employee and the session. */
export const erasure = Effect.gen(function* () {
  const embeds = yield* embedSessionsRepo
  const sessions = yield* sessionsRepo
  const selections = yield* selectionsRepo
  const employees = yield* employeesRepo
  const forms = yield* choiceFormsRepo
  const codes = yield* verificationCodesRepo
  const taxFileNumbers = yield* TaxFileNumbers
  const stapling = yield* Stapling
  const intents = yield* OriginalIntents

  /** What the session holds; nothing if it can't be opened: that hinders nobody from erasing it. */
  const detailsOf = (id: S.OnboardingSessionId) =>
    sessions.read(id).pipe(
      Effect.map(Option.match({ onNone: () => NO_DETAILS, onSome: ({ details }) => details })),
      Effect.catchDefect(() => Effect.succeed(NO_DETAILS))
    )

  /** The employee's record then knows what the other sessions know. One that can't be opened knows nothing. */
  const forgetContacts = Effect.fnUntraced(function* (session: SessionHead, at: Date) {
    const employee = yield* employees.find(session.product_id, session.employee_id)
    if (Option.isNone(employee)) return
    let known = NOTHING_KNOWN
    for (const id of yield* sessions.otherPersonal(session)) {
      const other = yield* sessions.read(id).pipe(Effect.catchDefect(() => Effect.succeedNone))
      if (Option.isSome(other)) known = contactsIn(known, other.value)
    }
    yield* employees.update(employee.value, known, at)
  })

  /** Removes what is personal in the intent that the session came from. Before the session is held: intents come first. */
  const eraseIntent = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
    const intentId = yield* sessions.intentOf(id)
    if (intentId !== null) yield* intents.anonymise(intentId)
  })

  /** Removes everything but the session's own details, and answers what those are to be. */
  const erase = Effect.fnUntraced(function* (session: SessionHead, at: Date) {
    const details = erasedDetails(yield* detailsOf(session.id))
    yield* taxFileNumbers.destroy(session)
    yield* selections.erase(session.id)
    yield* forms.remove(session)
    yield* codes.remove(session)
    yield* stapling.forget(session.product_id, session.id)
    yield* embeds.removeOf(session.id)
    yield* forgetContacts(session, at)
    return details
  })

  return { detailsOf, erase, eraseIntent }
})
