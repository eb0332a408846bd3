/**
 * Onboarding sessions: one employee of one employer, from the partner's creation to the fund's member number, with the
 * tax file number and its destruction, the choice form as a PDF, and all deadlines. This file
 * is what partners create and read. The employee's steps are in `employee-embed/`, the fund choice in
 * `super-selection/`, the registration at the fund in `member-registration/`, the tax file number, its readers and its
 * destruction in `tax-file-number/`, the timed work in `deadlines/` and `abandonment/`.
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
import * as SqlClient from "effect/sql/SqlClient"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { withContact, employeesRepo, NOTHING_KNOWN } from "../employees/EmployeesRepo.ts"
import { employersRepo, type StoredEmployer } from "../employers/EmployersRepo.ts"
import { isDefaultFundConfigured } from "../employers/onboardingStatus.ts"
import { dayInSydney } from "../personal-data/calendarDate.ts"
import { refuse } from "../personal-data/Findings.ts"
import { remoteIdTaken } from "../platform/answers/answers.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { nowAhead } from "../platform/time/due.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { isOverdue } from "./sessionProgress.ts"
import { ChoiceForms } from "./choice-form/ChoiceForms.ts"
import { TextMessages } from "./phone-verification/PhoneVerification.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { readSession } from "./prefill.ts"
import { sessionReader } from "./presentSession.ts"
import { type SessionFilter, sessionRecordsRepo } from "./SessionRecordsRepo.ts"
import { sessionsRepo, type StoredSession } from "./SessionsRepo.ts"
import { TaxFileNumbers } from "./tax-file-number/TaxFileNumbers.ts"
import { together } from "../platform/database/rows.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { type OnSession, orNoSuchSession } from "./sessionConflicts.ts"

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
    ) => Effect.Effect<S.GeneratedEmbedUrl, NotFound | Conflict | ValidationFailed>
    /** The super choice form, a PDF. Fails as not found until the form is made, and after it is removed. */
    readonly choiceForm: OnSession<Uint8Array>
  }
>()("@embedded-super/service/onboarding-sessions/OnboardingSessions") {
  static readonly layer = Layer.effect(
    OnboardingSessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const timeline = yield* Timeline
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* sessionsRepo
      const records = yield* sessionRecordsRepo
      const employers = yield* employersRepo
      const employees = yield* employeesRepo
      const { find, present, versioned } = yield* sessionReader
      const changes = yield* sessionChanges
      const taxFileNumbers = yield* TaxFileNumbers
      const embedUrls = yield* EmbedUrls
      const forms = yield* ChoiceForms
      const texts = yield* TextMessages

      /** Fails as not found for a session of another product. */
      const checkOwned = (productId: S.ProductId, id: S.OnboardingSessionId) =>
        Effect.flatMap(repo.owned(productId, id), orNoSuchSession)

      /**
       * The employee in the body, locked, and the write of the contacts that the session has for them. A new `remote_id`
       * creates the employee.
       */
      const employeeOf = Effect.fnUntraced(function* (
        { id: employer_id, product_id }: StoredEmployer,
        { id, remote_id }: S.EmployeeSelector,
        contacts: Parameters<typeof withContact>[1],
        at: Date
      ) {
        if (id === undefined && remote_id !== undefined) {
          const made = {
            id: (yield* newId) as S.EmployeeId,
            product_id,
            employer_id,
            remote_id,
            inserted_at: at
          }
          const details = withContact(NOTHING_KNOWN, contacts)
          const inserted = yield* yield* employees.inserting(made, details)
          if (inserted.length === 1) return { id: made.id, remote_id, isNew: true, writes: [] }
        }
        const selector = { ...(id && { id }), ...(remote_id && { remote_id }) }
        const found = yield* employees.lock(product_id, employer_id, selector)
        if (Option.isNone(found)) return yield* unknown("#/employee", "employee")
        const employee = found.value
        const writes = [yield* employees.updating(employee, withContact(employee.details, contacts), at)]
        return { id: employee.id, remote_id: employee.remote_id, isNew: false, writes }
      })

      /**
       * Refuses a `remote_id` that another session of the employee has. Cancels the employee's unconfirmed session, which
       * the new session replaces; expires it instead if it is past its expiry.
       */
      const supersede = Effect.fnUntraced(function* (
        employeeId: S.EmployeeId,
        session: Pick<StoredSession, "id" | "remote_id" | "workflow_slug">,
        at: Date
      ) {
        const { earlier, holder } = yield* repo.before(employeeId, session)
        if (holder !== undefined) return yield* remoteIdTaken("session of this employee", holder)
        if (earlier === undefined) return
        yield* isOverdue(earlier, at)
          ? changes.apply(earlier, ["expired"], {}, at)
          : changes.apply(earlier, ["cancelled"], { superseded_by: session.id }, at)
      })

      const withProduct = Effect.fnUntraced(function* (productId: S.ProductId, id: S.EmployerId) {
        const found = yield* employers.withProduct(productId, id)
        return found ?? (yield* Effect.die(new Error("A product that doesn't exist")))
      })

      return OnboardingSessions.of({
        create: transaction("OnboardingSessions.create")(function* (productId, input, origin) {
          const { ahead, employer, sandboxed } = yield* withProduct(productId, input.employer.id)
          const at = yield* nowAhead(ahead)
          // A sandbox sends no codes and shows them instead (D-phone-verification).
          const canSendCodes = texts.isConfigured || sandboxed
          const { tfn, ...read } = yield* readSession(input, dayInSydney(at), canSendCodes)
          if (employer === undefined) return yield* unknown("#/employer/id", "employer")
          if (!isDefaultFundConfigured(employer)) return yield* notConfigured
          const { email, phone_number } = read.details
          const phone_verified_at = read.phone_number_validated ? toTimestamp(at) : null
          const employee = yield* employeeOf(
            employer,
            input.employee,
            { email, phone_number, phone_verified_at },
            at
          )
          const row = {
            id: (yield* newId) as S.OnboardingSessionId,
            product_id: productId,
            employer_id: employer.id,
            employee_id: employee.id,
            remote_id: input.remote_id,
            intent_id: origin?.intentId ?? null,
            workflow_slug: input.workflow_slug ?? "standard_onboarding",
            state: "initial" as const,
            ...read,
            ...NOTHING_HAPPENED,
            expires_at: new Date(at.getTime() + LIFETIME),
            version: 1,
            inserted_at: at,
            updated_at: at
          }
          if (!employee.isNew) yield* supersede(employee.id, row, at)
          const given = tfn === undefined ? undefined : yield* taxFileNumbers.putting(row, tfn, "partner", at)
          yield* together(sql, [
            yield* repo.inserting(row),
            ...employee.writes,
            ...(given === undefined ? [] : [given.write])
          ])
          yield* timeline.note({
            kind: "session_created",
            detail: { state: "initial" },
            about: things({
              onboarding_session: row.id,
              employee: employee.id,
              employer: employer.id,
              product: productId
            }),
            makes: things({ onboarding_session: row.id })
          })
          const session: StoredSession = {
            ...row,
            employer_name: employer.name,
            employer_remote_id: employer.remote_id,
            employee_remote_id: employee.remote_id,
            sandboxed,
            ahead
          }
          const none = { selection: undefined, hasChoiceForm: false, awaitsChoiceForm: false }
          return yield* versioned({ session, ...none, tfn: given?.shown })
        }),

        get: operation("OnboardingSessions.get")(function* (productId, id) {
          return yield* versioned(yield* find(productId, id))
        }),

        list: operation("OnboardingSessions.list")(function* (productId, { after, limit, ...filter }) {
          const at = yield* clock.nowOf(productId)
          const rows = yield* records.page(productId, yield* idOfCursor("sessions", after), limit, filter, at)
          const { items, pagination } = pageOf(
            "sessions",
            rows.map((record) => ({ id: record.session.id, record })),
            limit
          )
          return { items: yield* present(items.map(({ record }) => record)), pagination }
        }),

        generateEmbedUrl: operation("OnboardingSessions.generateEmbedUrl")(
          function* (productId, id, request) {
            yield* checkOwned(productId, id)
            yield* embedUrls.requireFramers(productId)
            const claims = { app: "onboarding", entityId: id, userSessionId: undefined } as const
            return yield* embedUrls.make({ ...claims, validUntil: request.valid_until })
          }
        ),

        choiceForm: operation("OnboardingSessions.choiceForm")(function* (productId, id) {
          yield* checkOwned(productId, id)
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
