/** The six stories that the Workbench must tell, each as the sentences of what real services noted. */
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { reportStaleLists } from "../src/employer-lists/ListTimers.ts"
import { SessionDeadlines } from "../src/onboarding-sessions/deadlines/SessionDeadlines.ts"
import { BusinessClock } from "../src/platform/time/BusinessClock.ts"
import { WebhookEndpoints } from "../src/webhooks/endpoints/WebhookEndpoints.ts"
import { type FundAnswer, fundServer, MEMBER } from "./funds/fundServer.ts"
import { abns, aListFund, listOf, supply, TestLists } from "./funds/TestLists.ts"
import { aRegistration, registrationOf, startWorker, TestRegistering } from "./funds/TestRegistering.ts"
import { passTime } from "./passTime.ts"
import { TestTimeline } from "./TestTimeline.ts"
import { type Answer, receiver } from "./webhooks/receiver.ts"
import * as Webhooks from "./webhooks/TestWebhooks.ts"

const timed = <A, E, R>(services: Layer.Layer<A, E, R>) => Layer.provideMerge(services, TestTimeline.layer)

const answering = (...answers: ReadonlyArray<FundAnswer>) =>
  fundServer((_, nth) => answers[nth - 1] ?? { status: 201, body: MEMBER })

layer(timed(TestRegistering.layer), { excludeTestServices: true })("the time line tells", (it) => {
  it.effect("the failing fund", () =>
    Effect.gen(function* () {
      const server = yield* answering(503)
      const { fund, session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      yield* passTime("3 seconds")
      yield* worker.look(session)
      const { story } = yield* TestTimeline
      console.log(story(session).join("\n"), "\n", fund.name)
      const { id } = yield* registrationOf(session)
      console.log(story({ id }).join("\n"))
    })
  )

  it.effect("the lost answer", () =>
    Effect.gen(function* () {
      const server = yield* answering("reset")
      const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
      const worker = yield* startWorker()
      yield* worker.untilIdle
      yield* passTime("3 seconds")
      yield* worker.look(session)
      const { story } = yield* TestTimeline
      const { id } = yield* registrationOf(session)
      console.log(story({ id }).join("\n"))
    })
  )

  it.effect("the late membership", () =>
    Effect.gen(function* () {
      const server = yield* answering({ status: 429, headers: { "retry-after": "518400" } })
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      yield* passTime("5 days")
      yield* (yield* SessionDeadlines).completeUnanswered
      yield* passTime("2 days")
      yield* worker.look(session)
      const { story } = yield* TestTimeline
      console.log(story(session).join("\n"))
    })
  )
})

layer(timed(Webhooks.TestWebhooks.layer), { excludeTestServices: true })("the time line tells", (it) => {
  it.effect("the breaker", () =>
    Effect.gen(function* () {
      let answer: Answer = 500
      const partner = yield* receiver(() => answer)
      const { endpointId, productId } = yield* Webhooks.aProductWithEndpoint(partner.url)
      const worker = yield* Webhooks.startWorker({ settings: Webhooks.unwrittenAtMost(1) })
      for (let n = 0; n < 6; n += 1) {
        const session = yield* Webhooks.anEntity(productId, "onboarding_session")
        yield* Webhooks.record(session.event("onboarding_session_changed"))
      }
      yield* worker.untilIdle
      answer = 204
      yield* Webhooks.passTime("5 minutes")
      yield* worker.untilIdle
      const { story } = yield* TestTimeline
      console.log(story({ id: endpointId }).join("\n"))
      console.log(story({ id: productId }).join("\n"))
    })
  )

  it.effect("the secret rotation", () =>
    Effect.gen(function* () {
      const partner = yield* receiver(() => 204)
      const { endpointId, productId } = yield* Webhooks.aProductWithEndpoint(partner.url)
      yield* (yield* WebhookEndpoints).rotateSecret(productId, { endOldest: true })
      const { story } = yield* TestTimeline
      console.log(story({ id: endpointId }).join("\n"))
    })
  )
})

layer(timed(TestLists.layer), { excludeTestServices: true })("the time line tells", (it) => {
  it.effect("the stale list", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aListFund()
      yield* supply(fund, listOf(abns(3)))
      yield* (yield* BusinessClock).advance(Duration.days(35), { kind: "system" })
      yield* sql.withTransaction(reportStaleLists)
      const { story } = yield* TestTimeline
      console.log(story(fund).join("\n"))
      assert.isTrue(true)
    })
  )
})
