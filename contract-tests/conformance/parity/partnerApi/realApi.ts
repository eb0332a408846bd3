/** The partner API of the service, in this process, behind real keys and on a database of its own. */
import {
  EmployeesGroup,
  EmployerIssuesGroup,
  EmployersGroup,
  OnboardingSessionIntentsGroup,
  OnboardingSessionsGroup
} from "@embedded-super/contracts/partner-api"
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployeesHttp } from "../../../../packages/service/src/employee-api/Employees.http.ts"
import { EmployersHttp } from "../../../../packages/service/src/employer-api/Employers.http.ts"
import { EmployerIssuesHttp } from "../../../../packages/service/src/employer-issues/EmployerIssues.http.ts"
import { Employers } from "../../../../packages/service/src/employers/Employers.ts"
import { EmployerSettings } from "../../../../packages/service/src/employers/EmployerSettings.ts"
import { OnboardingSessionIntentsHttp } from "../../../../packages/service/src/onboarding-session-intents/OnboardingSessionIntents.http.ts"
import { OnboardingSessionsHttp } from "../../../../packages/service/src/onboarding-sessions/OnboardingSessions.http.ts"
import { RegistrationOutcome } from "../../../../packages/service/src/onboarding-sessions/outcomeRules.ts"
import { SessionOutcomes } from "../../../../packages/service/src/onboarding-sessions/SessionOutcomes.ts"
import { RateLimits } from "../../../../packages/service/src/platform/rate-limit/RateLimits.ts"
import { termsAccepted } from "../../../../packages/service/test/termsAccepted.ts"
import { products } from "../../../../packages/service/test/TestFunds.ts"
import { aCompleteIntent, anIntent, fillIn } from "../../../../packages/service/test/TestIntents.ts"
import { openedOne, resolved } from "../../../../packages/service/test/TestIssues.ts"
import { aSession, TestOnboarding, walkTo } from "../../../../packages/service/test/TestOnboarding.ts"
import { aCaller, apiOf, partnerServices, served } from "../../../../packages/service/test/TestPartnerHttp.ts"
import { type Api, COMPLETE_INTENTS } from "./Api.ts"

const groups = apiOf(
  EmployersGroup,
  EmployeesGroup,
  OnboardingSessionsGroup,
  OnboardingSessionIntentsGroup,
  EmployerIssuesGroup
)

export const realService = {
  layer: served(
    groups,
    Layer.mergeAll(
      EmployersHttp,
      EmployeesHttp,
      OnboardingSessionsHttp,
      OnboardingSessionIntentsHttp,
      EmployerIssuesHttp
    )
  ).pipe(
    Layer.provideMerge(TestOnboarding.layer),
    Layer.provideMerge(partnerServices({ dev: true, rateLimit: { perMinute: 6, burst: 300 } }))
  )
}

const registered = RegistrationOutcome.Registered({
  membership: { member_number: "0012345678" as S.MemberNumber, account_number: null, fund_details: [] }
})

export const realApi = Effect.gen(function* () {
  const own = yield* aCaller
  const other = yield* aCaller
  const productId = own.productId as S.ProductId
  const { data: employer } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(EmployerCreation)({ abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1234" })
  )
  yield* (yield* EmployerSettings).chooseDefaultFund(productId, employer.id, {
    fund_product_id: products.acacia.id,
    ...termsAccepted
  })
  const at = { productId, employerId: employer.id }
  const session = yield* aSession({}, at)
  const completed = yield* aSession({ remote_id: "session-2", employee: { remote_id: "emp-0043" } }, at)
  yield* walkTo(completed, "finished")
  yield* (yield* SessionOutcomes).registrationSettled(completed.id, registered)
  const started = yield* anIntent({ remote_id: "hire-0" }, at)
  yield* fillIn(started)
  const complete = yield* Effect.forEach(Array.from({ length: COMPLETE_INTENTS }), (_, nth) =>
    aCompleteIntent({ remote_id: `hire-${nth + 1}` }, at)
  )
  const issue = (kind: Parameters<typeof openedOne>[0]["kind"]) => openedOne({ ...at, kind })
  const openIssue = yield* issue("employer_abn_invalid")
  const otherOpenIssue = yield* issue("default_fund_closed")
  const resolvedIssue = yield* issue("stapling_connection_lapsed")
  yield* resolved({ ...at, kinds: ["stapling_connection_lapsed"] })
  const sql = yield* SqlClient.SqlClient
  const { address } = yield* HttpServer.HttpServer
  const isAtWork = Effect.map(
    sql<{ count: number }>`SELECT count(*)::int AS count FROM idempotency_keys WHERE status = 'in_progress'`,
    ([row]) => (row?.count ?? 0) > 0
  )
  yield* sql`UPDATE products SET tfn_access_enabled = true WHERE id = ${productId}`
  const usedUp = yield* aCaller
  const limits = yield* RateLimits
  while ((yield* limits.take(usedUp.productId))?.allowed === true);
  const api: Api = {
    url: `http://127.0.0.1:${"port" in address ? address.port : 0}`,
    key: own.productKey,
    otherKey: other.productKey,
    usedUpKey: usedUp.productKey,
    things: {
      limitedEmployer: employer.id,
      employer: employer.id,
      employee: session.employeeId,
      session: session.id,
      completedSession: completed.id,
      startedIntent: started.id,
      completeIntents: complete.map(({ id }) => id),
      openIssue,
      otherOpenIssue,
      resolvedIssue
    },
    untilAtWork: () =>
      Effect.orDie(Effect.repeat(Effect.delay(isAtWork, "5 millis"), { until: (is) => is })).pipe(
        Effect.asVoid
      ),
    whileHeld: (intent, requests) =>
      Effect.scoped(
        Effect.gen(function* () {
          const isLocked = yield* Deferred.make<void>()
          const done = yield* Deferred.make<void>()
          const locking = sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT FROM onboarding_session_intents WHERE id = ${intent} FOR UPDATE`
              yield* Deferred.succeed(isLocked, undefined)
              yield* Deferred.await(done)
            })
          )
          const fiber = yield* Effect.forkScoped(Effect.orDie(locking))
          yield* Deferred.await(isLocked)
          const answer = yield* requests
          yield* Deferred.succeed(done, undefined)
          yield* Fiber.join(fiber)
          return answer
        })
      )
  }
  return api
})
