import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Option from "effect/Option"
import { Webhook } from "standardwebhooks"
import {
  aCallerWith,
  ISSUES,
  resolve,
  TestIssueApi,
  issueWebhooks,
  openedOne,
  resolved
} from "../../test/TestIssues.ts"
import { StillTime } from "../../test/at.ts"
import { send } from "../../test/TestPartnerHttp.ts"
import {
  type Answer,
  type Arrival,
  receiver,
  deliveriesOf,
  passTime,
  startWorker
} from "../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"

const kinds = ["default_fund_closed"] as const
const [kind] = kinds

/** A caller with a receiver, a worker that delivers to it, and issue webhooks on or off. */
const aCallerWithReceiver = Effect.fnUntraced(function* (
  enabled: boolean,
  answer?: (arrival: Arrival, nth: number) => Answer
) {
  const caller = yield* aCallerWith()
  const hooks = yield* receiver(answer)
  const { secret } = yield* (yield* WebhookEndpoints).set({ productId: caller.productId, url: hooks.url })
  yield* issueWebhooks(caller.productId, enabled)
  const { untilIdle } = yield* startWorker()
  const issue = { productId: caller.productId, employerId: caller.employerId, kind }
  const arrived = () => hooks.arrivals.map(({ body }) => [body["event"], body["id"]])
  return { ...caller, hooks, secret: Redacted.value(Option.getOrThrow(secret)), untilIdle, issue, arrived }
})

layer(StillTime.pipe(Layer.provideMerge(TestIssueApi.layer)), { excludeTestServices: true })(
  "webhooks about employer issues",
  (it) => {
    it.effect(
      "employer_issue_created and employer_issue_resolved arrive, signed, in this order, and let the receiver fetch the issue [R-1-12, R-2.1-9, R-2.1-16, R-2.2-2, R-3-2, R-3-4, R-6-18, R-6-19, R-6-20, R-6-21, R-6-22, R-6-23, R-6-24]",
      () =>
        Effect.gen(function* () {
          const { hooks, issue, key, secret, untilIdle } = yield* aCallerWithReceiver(true)
          const id = yield* openedOne(issue)
          yield* untilIdle
          const [created] = hooks.arrivals
          assert.deepInclude(created?.body, {
            subject: "employer_issue",
            event: "employer_issue_created",
            id,
            remote_id: id,
            product_id: issue.productId,
            url: `https://api.example.test${ISSUES}/${id}`
          })
          const path = new URL(created?.body["url"] ?? "").pathname
          const fetched = yield* send(key, "GET", path)
          assert.deepInclude(fetched.body.data, { id, kind, status: "open" })
          assert.isNotEmpty(fetched.body.data.recommended_actions)
          yield* resolved({ employerId: issue.employerId, kinds })
          yield* untilIdle
          assert.deepStrictEqual(
            hooks.arrivals.map(({ body }) => [body["event"], body["id"], body["remote_id"]]),
            [
              ["employer_issue_created", id, id],
              ["employer_issue_resolved", id, id]
            ]
          )
          for (const { headers, raw } of hooks.arrivals) {
            new Webhook(secret).verify(raw, headers as Record<string, string>)
          }
          assert.strictEqual((yield* send(key, "GET", path)).body.data.status, "resolved")
        })
    )

    it.effect(
      "a created that still waits is delivered, also when the partner has resolved the issue meanwhile [R-3-6, R-6-25]",
      () =>
        Effect.gen(function* () {
          const { arrived, issue, key, untilIdle } = yield* aCallerWithReceiver(true, (_, nth) =>
            nth === 1 ? 500 : 204
          )
          const id = yield* openedOne(issue)
          yield* untilIdle
          yield* resolve(key, id)
          yield* passTime("10 seconds")
          yield* untilIdle
          assert.deepStrictEqual(arrived(), [
            ["employer_issue_created", id],
            ["employer_issue_created", id]
          ])
          assert.deepStrictEqual(
            (yield* deliveriesOf(id)).map(({ event, state }) => [event, state]),
            [["employer_issue_created", "delivered"]]
          )
        })
    )
  }
)
