import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { inTransaction } from "../platform/database/operation.ts"
import { employeesRepo } from "../employees/EmployeesRepo.ts"
import { isSameRefusal, type MemberRefusal } from "../employer-issues/memberRefusal.ts"
import { completion, membershipIssues } from "./completion.ts"
import { collectedOf, type MemberProfile, memberProfile } from "./member-registration/memberProfile.ts"
import { RegistrationOutcome, type Settlement, SETTLEMENTS, standingOf } from "./outcomeRules.ts"
import type { Membership } from "./super-selection/membership.ts"
import { selectionsRepo, type StoredSelection } from "./super-selection/SelectionsRepo.ts"
import { Events } from "../webhooks/events/Events.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { sessionRecordsRepo } from "./SessionRecordsRepo.ts"
import { aboutSession, nowOf, type SessionHead, sessionsRepo } from "./SessionsRepo.ts"
import { TaxFileNumbers } from "./tax-file-number/TaxFileNumbers.ts"
import { withPrefill } from "./sessionDetails.ts"

/** Ends of sessions that the employee doesn't cause. */
export class SessionOutcomes extends Context.Service<
  SessionOutcomes,
  {
    /**
     * The full member profile of a confirmed or abandoned session, for the call to its fund. Opens the tax file number,
     * which is audited: call it right before the call to the fund, and store nothing of the result. Returns none if the
     * session is neither confirmed nor abandoned, or is erased, or if its tax file number has been destroyed.
     */
    readonly memberProfile: (
      id: S.OnboardingSessionId
    ) => Effect.Effect<Option.Option<MemberProfile>, SqlError>
    /**
     * Stores the outcome of a registration and notifies the partner, in the caller's transaction if there is one. A
     * waiting session reports the outcome by its own webhooks, and completes once it waits for nothing else. A number
     * that arrives after the session's last webhook is reported by the employee's `employee_changed`. An outcome
     * without a number opens an employer issue, which a number resolves. May be called in any state of the session:
     * `SETTLEMENTS` says what follows. The same outcome again changes nothing.
     */
    readonly registrationSettled: (
      id: S.OnboardingSessionId,
      outcome: RegistrationOutcome
    ) => Effect.Effect<Settlement, SqlError>
    /**
     * Records that an operator has to find out the outcome of a registration. A waiting session keeps waiting. A
     * session whose registration was retried after an outcome shows that outcome again.
     */
    readonly registrationSetAside: (id: S.OnboardingSessionId) => Effect.Effect<void, SqlError>
    /**
     * Completes a session that has waited for five days, even if something is outstanding: without a member number if
     * its fund hasn't answered, without a choice form if the form couldn't be made (D-pending-completion). An abandoned
     * session has already ended: its registration is settled without a number.
     */
    readonly stopWaiting: (id: S.OnboardingSessionId) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/SessionOutcomes") {
  static readonly layer = Layer.effect(
    SessionOutcomes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const timeline = yield* Timeline
      const repo = yield* sessionsRepo
      const records = yield* sessionRecordsRepo
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const events = yield* Events
      const changes = yield* sessionChanges
      const issues = yield* membershipIssues
      const { settle } = yield* completion
      const taxFileNumbers = yield* TaxFileNumbers

      const noteSettled = (
        session: SessionHead,
        settlement: Exclude<Settlement, "nothing">,
        has_number: boolean
      ) =>
        timeline.note({
          kind: "membership_settled",
          detail: { settlement, has_number },
          about: aboutSession(session),
          makes: things({ employee_change: session.employee_id })
        })

      const registrationSettled = Effect.fn("SessionOutcomes.registrationSettled")(
        function* (id: S.OnboardingSessionId, outcome: RegistrationOutcome) {
          const locked = yield* records.lockHead(id)
          if (locked === undefined) return "nothing"
          const { selection: before, session } = locked
          const settlement = SETTLEMENTS[standingOf(session, before)][outcome._tag]
          if (before === undefined || settlement === "nothing") return "nothing"
          const membership = outcome._tag === "Registered" ? outcome.membership : null
          const refusal = outcome._tag === "Refused" ? outcome.refusal : null
          const isKnown = before.progress_state === "completed" && isSameRefusal(before.refusal, refusal)
          if (refusal !== null && isKnown) return "nothing"
          const at = yield* nowOf(session)
          yield* noteSettled(session, settlement, membership !== null)
          const selection = settled(before, membership, at, refusal)
          yield* issues.settled(session, selection, locked.hasOpenIssues)
          const put = yield* selections.putting(selection)
          const { employee_id, employee_remote_id, product_id } = session
          const writes = settlement === "late" ? [put] : [put, employees.touching(employee_id, at)]
          yield* settle({ ...locked, selection }, ["registration_settled"], at, writes)
          if (settlement === "late") {
            // The employee's versions define the order of its webhooks: `touch` holds the lock of its row.
            yield* events.record({
              productId: product_id,
              subject: "employee",
              event: "employee_changed",
              entityId: employee_id,
              remoteId: employee_remote_id,
              seq: yield* employees.touch(employee_id, at)
            })
          }
          return settlement
        },
        inTransaction(sql),
        Effect.catchTag("NoFurtherWebhooks", Effect.die)
      )

      return SessionOutcomes.of({
        memberProfile: Effect.fn("SessionOutcomes.memberProfile")(function* (id) {
          const session = yield* repo.read(id)
          if (session === undefined || session.erased_at !== null) return Option.none()
          if (session.confirmed_at === null && session.abandoned_at === null) return Option.none()
          const details = session.confirmed_at === null ? withPrefill(session.details) : session.details
          if (!details.tax?.tfn_provided) return Option.some(memberProfile(collectedOf(details), undefined))
          // An employee who gave a tax file number is never registered as one who gave none.
          const tfn = yield* taxFileNumbers.openForRegistration(session)
          return Option.map(tfn, (number) => memberProfile(collectedOf(details), number))
        }),

        registrationSettled,

        registrationSetAside: Effect.fn("SessionOutcomes.registrationSetAside")(function* (id) {
          const selection = (yield* selections.ofSessions([id])).get(id)
          const isTriedAgain =
            selection?.progress_state === "registering" && selection.outcome !== "incomplete"
          if (isTriedAgain) yield* registrationSettled(id, RegistrationOutcome.WithoutMemberNumber())
        }, inTransaction(sql)),

        stopWaiting: Effect.fn("SessionOutcomes.stopWaiting")(function* (id) {
          const locked = yield* records.lockHead(id)
          if (locked === undefined) return
          const { selection, session } = locked
          // Only an abandoned session's registration is left to settle: the session has already ended.
          if (session.abandoned_at !== null) {
            yield* registrationSettled(id, RegistrationOutcome.WithoutMemberNumber())
            return
          }
          if (session.state !== "pending_completion") return
          const at = yield* nowOf(session)
          const isRegistering = selection !== undefined && selection.progress_state !== "completed"
          yield* timeline.note({
            kind: "session_waited_too_long",
            isStep: true,
            detail: { without: isRegistering ? "member number" : "choice form" },
            about: aboutSession(session)
          })
          const ended = isRegistering ? settled(selection, null, at) : undefined
          if (ended !== undefined) yield* issues.settled(session, ended)
          const arrived = isRegistering ? (["registration_settled"] as const) : []
          yield* changes.apply(session, [...arrived, "waited_too_long"], {}, at, {
            selection: ended ?? selection,
            writes: [
              employees.touching(session.employee_id, at),
              ...(ended === undefined ? [] : [yield* selections.putting(ended)])
            ]
          })
        }, inTransaction(sql))
      })
    })
  )
}

/** The selection once its outcome is final; `membership` is all that is known of it, `refusal` is the fund's. */
const settled = (
  selection: StoredSelection,
  membership: Membership | null,
  at: Date,
  refusal: MemberRefusal | null = null
): StoredSelection => ({
  ...selection,
  membership,
  refusal,
  progress_state: "completed",
  outcome: membership === null ? "complete_without_member_number" : "complete",
  settled_at: at
})
