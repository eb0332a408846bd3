import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { receiver } from "../../../test/webhooks/receiver.ts"
import {
  anEntity,
  aProductWithEndpoint,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"

layer(TestWebhooks.layer, { excludeTestServices: true })(
  "an endpoint that is changed while it is sent to",
  (it) => {
    it.effect("gets an entity's next webhook after the one that was on its way", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const answered = Promise.withResolvers<204>()
        const written = yield* Deferred.make<void>()
        const partner = yield* receiver(({ body }) =>
          body["event"] === "employer_issue_created" ? answered.promise : 204
        )
        const { productId } = yield* aProductWithEndpoint(partner.url)
        yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
        const issue = yield* anEntity(productId, "employer_issue")
        yield* record(issue.event("employer_issue_created"))
        yield* record(issue.event("employer_issue_resolved"))
        const worker = yield* startWorker({
          faultPoint: (name) =>
            name === "after_ledger_write" ? Effect.asVoid(Deferred.succeed(written, undefined)) : Effect.void
        })
        yield* partner.next(1)

        yield* Effect.flatMap(WebhookEndpoints, ({ rotateSecret }) => rotateSecret(productId))
        const intent = yield* anEntity(productId, "onboarding_session_intent")
        yield* record(intent.event("onboarding_intent_completed"))
        // While the worker writes that attempt, it sees the rotation and sends nothing more with the old secret.
        yield* Deferred.await(written)
        answered.resolve(204)

        yield* worker.untilIdle
        assert.deepStrictEqual(
          partner.arrivals.map(({ body }) => body["event"]),
          ["employer_issue_created", "onboarding_intent_completed", "employer_issue_resolved"]
        )
      })
    )
  }
)
