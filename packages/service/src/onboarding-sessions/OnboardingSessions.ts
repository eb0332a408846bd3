/**
 * Onboarding sessions: one employee of one employer, from the partner's creation to the fund's member number. This file
 * is what partners create and read. The employee's steps are in `employee-embed/`, the fund choice in
 * `super-selection/`, the registration at the fund in `member-registration/`, the timed work in `deadlines/`,
 * `abandonment/` and `retention/`.
 *
 * Why a table of states (`sessionStates`): `sessionChanges.apply` is the only way to change a session. It looks the
 * event up in the table, and writes state, version and webhook in the caller's transaction.
 *
 * The trap: lock the employee before the session (`SessionsRepo.lock`), or two transactions deadlock. A session past
 * its expiry counts as expired even before the expiry job has run: use `sessionProgress`, not `state` only.
 */
import { Conflict, NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { withContact } from "../employees/contactDetails.ts"
import { employeesRepo, type StoredEmployee } from "../employees/EmployeesRepo.ts"
import { employersRepo } from "../employers/EmployersRepo.ts"
import { isDefaultFundConfigured } from "../employers/onboardingStatus.ts"
import { dayInSydney } from "../personal-data/calendarDate.ts"
import { refuse } from "../personal-data/Findings.ts"
import { remoteIdTaken } from "../platform/answers/answers.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { isOverdue } from "./sessionProgress.ts"
import { ChoiceForms } from "./choice-form/ChoiceForms.ts"
import { TextMessages } from "./phone-verification/TextMessages.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { readSession } from "./sessionInput.ts"
import { sessionReader } from "./sessionReader.ts"
import { type SessionFilter, sessionsRepo } from "./SessionsRepo.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import type { OnSession } from "./sessionConflicts.ts"

/** A session that the employee hasn't confirmed expires after this long (D-abandoned-sessions). */
const LIFETIME = Duration.toMillis(Duration.days(30))

/**
 * The onboarding sessions of a product, as its partner creates and reads them. An id of another product fails as not
 * found.
 */
export class OnboardingSessions extends Context.Service<
  OnboardingSessions,
  {
    /**
     * Creates a session for an employee, known or new. The employer must have a default fund. Cancels an unfinished
     * earlier session of the same employee and workflow, unless that waits for its fund. If the session is created from
     * an intent, the caller holds the intent.
     */
    readonly create: (
      productId: S.ProductId,
      input: S.OnboardingSessionCreation,
      origin?: { readonly intentId: S.OnboardingSessionIntentId }
    ) => Effect.Effect<Versioned<S.OnboardingSession>, Conflict | ValidationFailed>
    readonly get: OnSession<Versioned<S.OnboardingSession>>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest & SessionFilter
    ) => Effect.Effect<Page<S.OnboardingSession>, ValidationFailed>
    /** The address of the employee embed, for one frame. */
    readonly generateEmbedUrl: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      request: S.EmbedUrlRequest
    ) => Effect.Effect<S.GeneratedEmbedUrl, NotFound | ValidationFailed>
    /** The super choice form, a PDF. Fails as not found until the form is made, and after it is removed. */
    readonly choiceForm: OnSession<Uint8Array>
  }
>()("@embedded-super/service/onboarding-sessions/OnboardingSessions") {
  static readonly layer = Layer.effect(
    OnboardingSessions,
    Effect.gen(function* () {
      const timeline = yield* Timeline
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* sessionsRepo
      const employers = yield* employersRepo
      const employees = yield* employeesRepo
      const { find, present, versioned } = yield* sessionReader
      const changes = yield* sessionChanges
      const taxFileNumbers = yield* TaxFileNumbers
      const embedUrls = yield* EmbedUrls
      const forms = yield* ChoiceForms
      const texts = yield* TextMessages

      /** A sandbox sends no codes and shows them instead (D-phone-verification). */
      const canSendCodes = (productId: S.ProductId) =>
        texts.isConfigured ? Effect.succeed(true) : repo.isSandbox(productId)

      const configuredEmployer = Effect.fnUntraced(function* (productId: S.ProductId, id: S.EmployerId) {
        const employer = yield* employers.find(productId, id)
        if (Option.isNone(employer)) return yield* unknown("#/employer/id", "employer")
        if (!isDefaultFundConfigured(employer.value)) return yield* notConfigured
        return employer.value
      })

      /** The employee in the body, locked. A new `remote_id` creates the employee. */
      const employeeOf = Effect.fnUntraced(function* (
        employer: { readonly id: S.EmployerId; readonly product_id: S.ProductId },
        selector: S.EmployeeSelector,
        at: Date
      ) {
        const { id: employer_id, product_id } = employer
        const { id, remote_id } = selector
        if (id === undefined && remote_id !== undefined) {
          const newEmployee = { id: (yield* newId) as S.EmployeeId, product_id, employer_id, remote_id }
          yield* employees.ensure({ ...newEmployee, inserted_at: at })
        }
        const found = yield* employees.lock(product_id, employer_id, selector)
        return Option.isNone(found) ? yield* unknown("#/employee", "employee") : found.value
      })

      /**
       * Cancels the employee's unconfirmed session, which the new session replaces; expires it instead if it is past
       * its expiry.
       */
      const supersede = Effect.fnUntraced(function* (
        employee: StoredEmployee,
        workflow: S.WorkflowSlug,
        by: S.OnboardingSessionId,
        at: Date
      ) {
        const earlier = yield* repo.lockUnconfirmed(employee.id, workflow)
        if (earlier === undefined) return
        yield* isOverdue(earlier, at)
          ? changes.apply(earlier, ["expired"], {}, at)
          : changes.apply(earlier, ["cancelled"], { superseded_by: by }, at)
      })

      return OnboardingSessions.of({
        create: transaction("OnboardingSessions.create")(function* (productId, input, origin) {
          const at = yield* clock.nowOf(productId)
          const { tfn, ...read } = yield* readSession(input, dayInSydney(at), yield* canSendCodes(productId))
          const employer = yield* configuredEmployer(productId, input.employer.id)
          const employee = yield* employeeOf(employer, input.employee, at)
          const holder = yield* repo.holderOf(employee.id, input.remote_id)
          if (holder !== undefined) return yield* remoteIdTaken("session of this employee", holder)
          const id = (yield* newId) as S.OnboardingSessionId
          const workflow_slug = input.workflow_slug ?? "standard_onboarding"
          yield* supersede(employee, workflow_slug, id, at)
          yield* repo.insert({
            id,
            product_id: productId,
            employer_id: employer.id,
            employee_id: employee.id,
            remote_id: input.remote_id,
            intent_id: origin?.intentId ?? null,
            workflow_slug,
            state: "initial",
            ...read,
            ...NOTHING_HAPPENED,
            expires_at: new Date(at.getTime() + LIFETIME),
            version: 1,
            inserted_at: at,
            updated_at: at
          })
          yield* timeline.note({
            kind: "session_created",
            detail: { state: "initial" },
            about: things({
              onboarding_session: id,
              employee: employee.id,
              employer: employer.id,
              product: productId
            }),
            makes: things({ onboarding_session: id })
          })
          if (tfn !== undefined) yield* taxFileNumbers.put({ id, product_id: productId }, tfn, "partner")
          const { email, phone_number } = read.details
          const phone_verified_at = read.phone_number_validated ? toTimestamp(at) : null
          const known = withContact(employee.details, { email, phone_number, phone_verified_at })
          yield* employees.update(employee, known, at)
          return yield* versioned(yield* Effect.orDie(find(productId, id)))
        }),

        get: operation("OnboardingSessions.get")(function* (productId, id) {
          return yield* versioned(yield* find(productId, id))
        }),

        list: operation("OnboardingSessions.list")(function* (productId, { after, limit, ...filter }) {
          const at = yield* clock.nowOf(productId)
          const rows = yield* repo.page(productId, yield* idOfCursor(after), limit, filter, at)
          const { items, pagination } = pageOf(rows, limit)
          return { items: yield* present(items), pagination }
        }),

        generateEmbedUrl: operation("OnboardingSessions.generateEmbedUrl")(
          function* (productId, id, request) {
            yield* find(productId, id)
            const claims = { app: "onboarding", entityId: id, userSessionId: undefined } as const
            return yield* embedUrls.make({ ...claims, validUntil: request.valid_until })
          }
        ),

        choiceForm: operation("OnboardingSessions.choiceForm")(function* (productId, id) {
          yield* find(productId, id)
          const pdf = yield* forms.read(productId, id)
          return Option.isNone(pdf) ? yield* noChoiceForm : pdf.value
        })
      })
    })
  )
}

const NOTHING_HAPPENED = {
  phone_verified_at: null,
  disclaimer_accepted_at: null,
  confirmed_at: null,
  abandoned_at: null,
  completed_at: null,
  ended_at: null,
  superseded_by: null,
  erased_at: null,
  last_activity_at: null
}

const unknown = (pointer: string, what: "employer" | "employee") =>
  refuse({ pointer, code: "not_found", detail: `There is no such ${what}.` })

const notConfigured = Effect.fail(
  new Conflict({
    code: "employer_not_configured",
    detail:
      "The employer has no default fund that takes new members. Open the employer embed, where it chooses one."
  })
)

const noChoiceForm = new NotFound({
  code: "not_found",
  detail:
    "The session has no choice form now. The service makes it shortly after the employee confirms a fund choice, " +
    "which onboarding_session_changed reports, and removes it with the session's personal data."
})
