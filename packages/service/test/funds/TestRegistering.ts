import * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { EmbedUrls } from "../../src/embed-sessions/EmbedUrls.ts"
import { Stapling } from "../../src/stapling/Stapling.ts"
import { Ato } from "../../src/ato/Ato.ts"
import { EmployerIssues } from "../../src/employer-issues/EmployerIssues.ts"
import { Employees } from "../../src/employee-api/Employees.ts"
import { Employers } from "../../src/employers/Employers.ts"
import { EmployerSettings } from "../../src/employers/EmployerSettings.ts"
import { FundDirectory } from "../../src/funds/FundDirectory.ts"
import { FundLinks } from "../../src/funds/FundLinks.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { BusinessOperations, FundDetails } from "../../src/ports.ts"
import { FundCallOperations } from "../../src/funds/calls/FundCallOperations.ts"
import { FundCalls } from "../../src/funds/calls/FundCalls.ts"
import { FundCallSettings, FundCallWorker } from "../../src/funds/calls/FundCallWorker.ts"
import { queues } from "../../src/platform/jobs/queues.ts"
import { ChoiceForms } from "../../src/onboarding-sessions/choice-form/ChoiceForms.ts"
import { Confirmation } from "../../src/onboarding-sessions/employee-embed/Confirmation.ts"
import { RegulatedFunds } from "../../src/onboarding-sessions/super-selection/RegulatedFunds.ts"
import { FundChoices } from "../../src/onboarding-sessions/super-selection/FundChoices.ts"
import { OnboardingSessions } from "../../src/onboarding-sessions/OnboardingSessions.ts"
import { OnboardingSteps } from "../../src/onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { IntentDeadlines } from "../../src/onboarding-session-intents/IntentDeadlines.ts"
import { SessionDeadlines } from "../../src/onboarding-sessions/deadlines/SessionDeadlines.ts"
import { TextMessages } from "../../src/onboarding-sessions/phone-verification/PhoneVerification.ts"
import { SessionOutcomes } from "../../src/onboarding-sessions/SessionOutcomes.ts"
import { RegistrationRetries } from "../../src/onboarding-sessions/RegistrationRetries.ts"
import { TaxFileNumbers } from "../../src/onboarding-sessions/tax-file-number/TaxFileNumbers.ts"
import { FaultPoint, type FaultPointName } from "../../src/platform/jobs/FaultPoint.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import type { ProfileChange } from "../../../rules/test/aFundProfile.ts"
import { aProduct } from "../aProduct.ts"
import { termsAccepted } from "../TestSettings.ts"
import { TestEvents } from "../TestEvents.ts"
import { creation, join, type Session, walkTo } from "../TestOnboarding.ts"
import { fundServer } from "./fundServer.ts"
import { aFund, TestFundCalls } from "./TestFundCalls.ts"

/** Everything from employers to member registrations except the worker, in development, on its own database. */
export const TestRegistering = {
  layer: Layer.mergeAll(
    Employers.layer,
    EmployerSettings.layer,
    Employees.layer,
    OnboardingSessions.layer,
    OnboardingSteps.layer,
    FundChoices.layer.pipe(Layer.provide(RegulatedFunds.layer)),
    Confirmation.layer,
    SessionDeadlines.layer.pipe(Layer.provideMerge(SessionOutcomes.layer)),
    RegistrationRetries.layer,
    FundCallOperations.layer.pipe(
      Layer.provideMerge(BusinessOperations.layer),
      Layer.provide(SessionOutcomes.layer)
    )
  ).pipe(
    Layer.provide(IntentDeadlines.layer),
    Layer.provideMerge(ChoiceForms.layer),
    Layer.provideMerge([TaxFileNumbers.layer, TextMessages.layer, EmbedUrls.layer, FundCalls.layer]),
    Layer.provideMerge(Stapling.layer),
    Layer.provideMerge([EmployerIssues.layer, Ato.layer, FundDetails.layer]),
    Layer.provideMerge(TestEvents.layer),
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestFundCalls.layer)
  )
}

/** A session of a new product's employee, linked to the fund, just before the employee confirms joining it. */
export const aReview = Effect.fnUntraced(function* (fund: StoredFund) {
  const productId = yield* aProduct()
  yield* (yield* FundLinks).link(fund.slug, productId)
  const [found] = yield* (yield* FundDirectory).joinable(productId)
  if (found === undefined) return yield* Effect.die(new Error("The fund can't be joined"))
  const { data: employer } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(S.EmployerCreation)({ abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1234" })
  )
  yield* (yield* EmployerSettings).chooseDefaultFund(productId, employer.id, {
    ...termsAccepted,
    fund_product_id: found.product.id
  })
  const made = { productId, employerId: employer.id }
  const { data } = yield* (yield* OnboardingSessions).create(productId, creation(made))
  const session: Session = { ...made, id: data.id, employeeId: data.employee.id }
  yield* walkTo(session, "super_selection")
  yield* join(session, found.product)
  return session
})

/**
 * Confirms as the employee, which requests the registration. Makes the choice form, so that the session waits only for
 * the fund.
 */
export const confirm = ({ id, productId }: Session) =>
  Effect.flatMap(Confirmation, (steps) => steps.confirm(productId, id, { confirmed: true })).pipe(
    Effect.tap(Effect.flatMap(ChoiceForms, (forms) => forms.make(id)))
  )

/** A fund at this address, and a session whose employee has just confirmed joining it. */
export const aRegistration = Effect.fnUntraced(function* (url: string, change: ProfileChange = {}) {
  const fund = yield* aFund(url, change)
  const session = yield* aReview(fund)
  yield* confirm(session)
  return { fund, session }
})

/** The ledger's entry of a session's registration. In seconds: `due` from now, `wait` from its last call. */
export const registrationOf = Effect.fnUntraced(function* ({ id }: Pick<Session, "id">) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    id: string
    state: string
    because: string | null
    attempts: number
    due: number | null
    wait: number | null
  }>`SELECT k.id, k.state, k.because, k.attempts,
      extract(epoch FROM greatest(k.due_at, g.held_until) - business_now(true))::float8 AS due,
      extract(epoch FROM greatest(k.due_at, g.held_until) - a.started_at)::float8 AS wait
    FROM fund_calls k
    LEFT JOIN fund_gates g ON g.fund_id = k.fund_id
    LEFT JOIN fund_call_attempts a ON a.call_id = k.id AND a.number = k.attempts
    WHERE k.session_id = ${id}`
  return row ?? (yield* Effect.die(new Error("The session has no registration")))
})

/** The session as its partner sees it. */
export const sessionOf = ({ id, productId }: Session) =>
  Effect.flatMap(OnboardingSessions, (sessions) => sessions.get(productId, id)).pipe(
    Effect.map(({ data }) => data)
  )

/** Whether no registration is due for a call, and no worker holds one. */
const isIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ idle: boolean }>`SELECT NOT EXISTS (
      SELECT FROM fund_calls r WHERE r.state = 'waiting' AND r.due_at <= business_now(true)
        AND EXISTS (SELECT FROM fund_links l WHERE l.product_id = r.product_id AND l.fund_id = r.fund_id AND l.enabled)
        AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = r.fund_id AND c.refused_at IS NULL)
        AND NOT EXISTS (SELECT FROM fund_gates g WHERE g.fund_id = r.fund_id AND g.held_until > business_now(true))
    ) AND NOT EXISTS (
      SELECT FROM fund_calls WHERE owner IS NOT NULL AND expires_at > platform_now()
    ) AS idle`
  return row?.idle ?? false
})

/** The smallest draw of the back-off, for the shortest possible waits. */
const SMALLEST = 0

/**
 * Starts a worker in the test's scope. `untilIdle` waits until every possible call is made and its result written;
 * `look` wakes the worker for a session's registration and waits until the worker has checked it. Both wait for the
 * worker's own
 * signal that it has finished with a wake-up.
 */
export const startWorker = Effect.fnUntraced(function* (
  faultPoint: (name: FaultPointName) => Effect.Effect<void> = () => Effect.void,
  slots = 8
) {
  const queue = yield* queues.fundCalls
  const receipts = yield* Queue.unbounded<FaultPointName>()
  /** The fibers of calls that haven't ended: they make their last notes after the database shows the end. */
  const calling = new Set<number>()
  yield* Layer.build(Layer.fresh(FundCallWorker.layer)).pipe(
    Effect.provideService(FundCallSettings, {
      slots,
      sweepEvery: Duration.millis(50),
      sweepAfter: Duration.zero,
      renewEvery: Duration.seconds(3)
    }),
    Effect.provideService(Random.Random, {
      nextDoubleUnsafe: () => SMALLEST,
      nextIntUnsafe: () => Number.MAX_SAFE_INTEGER
    }),
    Effect.provideService(FaultPoint, (name) =>
      Effect.withFiber(({ id }) => {
        if (name === "after_claim") calling.add(id)
        const passed = faultPoint(name)
        if (name !== "after_release") return passed
        calling.delete(id)
        return Effect.andThen(passed, Effect.asVoid(Queue.offer(receipts, name)))
      })
    )
  )
  const untilIdle: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
    while (!(yield* isIdle) || calling.size > 0) yield* Queue.take(receipts)
  })
  const look = Effect.fnUntraced(function* (session: Pick<Session, "id">) {
    const { id } = yield* registrationOf(session)
    yield* Queue.clear(receipts)
    yield* queue.offer({ call_id: id })
    yield* Queue.take(receipts)
    yield* untilIdle
  })
  return { untilIdle, look }
})

/** A registration at a fund that answers so, attempted by a worker that has nothing left to do now. */
export const anAttempt = Effect.fnUntraced(function* (
  answer?: Parameters<typeof fundServer>[0],
  change: ProfileChange = {},
  certificate?: Parameters<typeof fundServer>[1]
) {
  const server = yield* fundServer(answer, certificate)
  const registration = yield* aRegistration(server.url, change)
  const worker = yield* startWorker()
  yield* worker.untilIdle
  return { ...registration, server, worker }
})
