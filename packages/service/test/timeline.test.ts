/** The notes of real services, as the sentences that the Workbench shows, in causal order. */
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { reportStaleLists } from "../src/employer-lists/ListTimers.ts"
import { SessionDeadlines } from "../src/onboarding-sessions/deadlines/SessionDeadlines.ts"
import { BusinessClock } from "../src/platform/time/BusinessClock.ts"
import { WebhookEndpoints } from "../src/webhooks/endpoints/WebhookEndpoints.ts"
import { type FundAnswer, fundServer, MEMBER } from "./funds/fundServer.ts"
import { aListFund, supply, TestLists } from "./funds/TestLists.ts"
import { abns, listOf } from "../../rules/test/lists.ts"
import { aRegistration, registrationOf, startWorker, TestRegistering } from "./funds/TestRegistering.ts"
import { storyOf, TestTimeline } from "./TestTimeline.ts"
import * as Webhooks from "./webhooks/TestWebhooks.ts"
import { passTime } from "./at.ts"

const answering = (...answers: ReadonlyArray<FundAnswer>) =>
  fundServer((_, nth) => answers[nth - 1] ?? { status: 201, body: MEMBER })

const pass = (duration: Duration.Input) =>
  Effect.flatMap(BusinessClock, (clock) =>
    clock.advance(Duration.fromInputUnsafe(duration), { kind: "operator" })
  )

const OPENED_TFN =
  "The service opened the tax file number for the call that registers the member at the fund."
const FED = "The partner has no endpoint for it, and finds it in its event feed."

layer(TestTimeline.under(TestRegistering.layer), { excludeTestServices: true })("the time line has", (it) => {
  it.effect("the failing fund: each attempt below what needed it, and what follows", () =>
    Effect.gen(function* () {
      const server = yield* answering(503)
      const { fund, session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      yield* passTime("3 seconds")
      yield* worker.look(session)
      const story = yield* storyOf(session)
      assert.deepStrictEqual(
        story.slice(story.findIndex((line) => line.startsWith("The employee confirmed"))),
        [
          "The employee confirmed everything, so the session went from review to pending completion.",
          `· The event onboarding_session_changed was recorded. ${FED}`,
          `· A member registration at ${fund.name} is needed. The service calls the fund as soon as it may.`,
          `· · ${OPENED_TFN}`,
          `· · ${fund.name} answered 503 to the member registration. The service tries again in 3 s (retry 1 of 3).`,
          `· · ${OPENED_TFN}`,
          `· · ${fund.name} answered 201 to the member registration.`,
          "· · · The member number arrived while the session waited for it.",
          "· · · The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed.",
          `· · · · The event onboarding_session_completed was recorded. ${FED}`,
          "The choice form was made, a PDF that the partner and the employee can fetch.",
          "· The choice form was made, so the session stays in pending completion.",
          `· · The event onboarding_session_changed was recorded. ${FED}`
        ]
      )
      assert.match(server.calls[0]?.headers["traceparent"] as string, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    })
  )

  it.effect("the lost answer of a fund that doesn't recognise repeats: a person has to ask it", () =>
    Effect.gen(function* () {
      const server = yield* answering("reset")
      const { fund, session } = yield* aRegistration(server.url, { idempotency: "ignored" })
      yield* (yield* startWorker()).untilIdle
      const [, lost] = yield* storyOf(yield* registrationOf(session))
      assert.strictEqual(
        lost,
        `· The answer of ${fund.name} to the member registration was lost after the request was sent. The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. \`npx --yes pnpm@12.21.0 admin fund-calls list --stopped --dev --data-dir FOLDER\` lists it for a person.`
      )
    })
  )

  it.effect("the late membership: five days, an end without a number, and the number after it", () =>
    Effect.gen(function* () {
      const server = yield* answering({ status: 429, headers: { "retry-after": "518400" } })
      const { fund, session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      yield* pass("5 days")
      yield* (yield* SessionDeadlines).completeUnanswered
      yield* pass("2 days")
      yield* worker.look(session)
      const story = yield* storyOf(session)
      const after = story.slice(story.findIndex((line) => line.includes(" is needed.")))
      const form = after.findIndex((line) => line.startsWith("The choice form"))
      const rests = after.find((line) => line.includes("Retry-After")) ?? ""
      assert.match(rests, /, with Retry-After 518400, so no call to it is made until \d+ \w+, 12:00\.$/)
      assert.deepStrictEqual(
        after.slice(0, form).filter((line) => line !== rests),
        [
          `· A member registration at ${fund.name} is needed. The service calls the fund as soon as it may.`,
          `· · ${OPENED_TFN}`,
          `· · ${OPENED_TFN}`,
          `· · ${fund.name} answered 201 to the member registration.`,
          "· · · The member number arrived after the session had ended; the partner is sent employee_changed.",
          "· · · The employer's issue “member registration failed” was resolved, because its cause is gone.",
          "· · · The result of the member registration was stored, so the session stays in completed."
        ]
      )
      assert.deepStrictEqual(after.slice(form + 3), [
        "5 days passed without a member number, so the session ended without one.",
        "· The issue “member registration failed” was opened for the employer, for the partner to act on.",
        "· No member number came in 5 days, so the session went from pending completion to completed.",
        `· · The event onboarding_session_completed was recorded. ${FED}`
      ])
      const employee = yield* storyOf({ id: session.employeeId })
      assert.include(employee, `· The event employee_changed was recorded. ${FED}`)
    })
  )
})

layer(TestTimeline.under(Webhooks.TestWebhooks.layer), { excludeTestServices: true })(
  "the time line has",
  (it) => {
    it.effect("the breaker: five failures, a rest, one try, and the end of the rest", () =>
      Effect.gen(function* () {
        let answer: Webhooks.Answer = 500
        const partner = yield* Webhooks.receiver(() => answer)
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
        const story = (yield* storyOf({ id: endpointId })).map((line) =>
          line
            .replace(/in \d+ s\.$/, "in 5 s.")
            .replace(/rest for \d+ s/, "rest for 30 s")
            .replace(/after [^,]+,/, "after 5 min,")
        )
        const failed =
          "Wattle's endpoint answered 500 to onboarding_session_changed. The service tries again in 5 s."
        const sent = "Wattle's endpoint accepted onboarding_session_changed with 204 (attempt 2)."
        assert.deepStrictEqual(story, [
          failed,
          failed,
          failed,
          failed,
          failed,
          "Wattle's endpoint failed 5 times in a row, so deliveries rest for 30 s, then one is tried.",
          "Wattle's endpoint accepted onboarding_session_changed with 204. This was the one delivery that is tried while the others rest.",
          "Wattle's endpoint works again after 5 min, so deliveries continue, at first one at a time.",
          sent,
          sent,
          sent,
          sent,
          sent
        ])
        const events = (yield* storyOf({ id: productId })).filter((line) => !line.startsWith("· "))
        assert.deepStrictEqual(
          [...new Set(events)],
          ["The event onboarding_session_changed was recorded, and its webhook is sent to the partner."]
        )
      })
    )

    it.effect("the secret rotation, but not the first secret", () =>
      Effect.gen(function* () {
        const partner = yield* Webhooks.receiver(() => 204)
        const { endpointId, productId } = yield* Webhooks.aProductWithEndpoint(partner.url)
        assert.deepStrictEqual(yield* storyOf({ id: endpointId }), [])
        yield* (yield* WebhookEndpoints).rotateSecret(productId, { endOldest: true })
        const [replaced = ""] = yield* storyOf({ id: endpointId })
        assert.match(replaced, /^The webhook secret was replaced; until \d+ \w+ both sign\.$/)
      })
    )

    it.effect("nothing of a transaction that was rolled back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId } = yield* Webhooks.aProductWithEndpoint((yield* Webhooks.receiver(() => 204)).url)
        const session = yield* Webhooks.anEntity(productId, "onboarding_session")
        const event = session.event("onboarding_session_changed")
        yield* Effect.ignore(
          sql.withTransaction(Effect.andThen(Webhooks.record(event), Effect.fail("rolled back")))
        )
        assert.deepStrictEqual(yield* storyOf({ id: session.entityId }), [])
      })
    )
  }
)

layer(TestTimeline.under(TestLists.layer), { excludeTestServices: true })("the time line has", (it) => {
  it.effect("the stale list", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aListFund({ max_age_days: 14 })
      yield* supply(fund, listOf(abns(3)))
      yield* pass("15 days")
      yield* sql.withTransaction(reportStaleLists)
      const [, , checked = "", stale] = yield* storyOf({ id: fund.slug })
      assert.strictEqual(
        checked.replace(/until \d+ \w+,/, "until a day,"),
        `The list of ${fund.name} (employers.csv) was checked: 3 rows without mistakes. It is in force, with 3 employers. It is used until a day, or until the next one.`
      )
      assert.strictEqual(
        stale,
        `No list of ${fund.name} came for 15 days, so its list is stale and not used.`
      )
    })
  )
})
