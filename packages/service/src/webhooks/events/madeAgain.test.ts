import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { undone } from "../../../test/undone.ts"
import {
  anEntity,
  aProductWithEndpoint,
  passTime,
  record,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { makeRetention } from "../log/RetentionRepo.ts"
import { WebhookDeliveries } from "../log/WebhookDeliveries.ts"
import { Events } from "./Events.ts"
import type { NewEvent } from "./eventBody.ts"

const url = "http://127.0.0.1:9/hooks"

/** An entity with one event that stays, and an event after it that is recorded, and undone as by a restore. */
const aSessionsEvents = Effect.gen(function* () {
  const { productId } = yield* aProductWithEndpoint(url)
  const session = yield* anEntity(productId, "onboarding_session")
  yield* record(session.event("onboarding_session_changed"))
  const second = session.event("onboarding_session_changed")
  const saying = (says: string, event: NewEvent = second): NewEvent => ({ ...event, says })
  const ids = (...events: ReadonlyArray<NewEvent>) => undone(record(...events))
  return { productId, ids, saying, second, third: session.event("onboarding_session_completed") }
})

/** The entity's next event, of somebody's act. */
const anActAfter = (event: NewEvent): NewEvent => ({ ...event, seq: event.seq + 1 })

layer(TestWebhooks.layer, { excludeTestServices: true })(
  "an event that is made again after a restore",
  (it) => {
    it.effect("has its old id if it says the same, and another one if it says anything else", () =>
      Effect.gen(function* () {
        const { ids, saying } = yield* aSessionsEvents
        const before = yield* ids(saying("form"))
        assert.deepStrictEqual(yield* ids(saying("form")), before)
        assert.notDeepEqual(yield* ids(saying("number")), before)
        assert.notDeepEqual(yield* ids({ ...saying("form"), remoteId: "renamed" }), before)
      })
    )

    it.effect(
      "has another id if what came before it differs: its receiver was told something else since",
      () =>
        Effect.gen(function* () {
          const { ids, saying, third } = yield* aSessionsEvents
          const before = yield* ids(saying("form"), saying("number", third))
          assert.deepStrictEqual(yield* ids(saying("form"), saying("number", third)), before)
          const [, other] = yield* ids(saying("refused"), saying("number", third))
          assert.notStrictEqual(other, before[1])
          const [gap] = yield* ids(saying("number", third))
          assert.notInclude(before, gap)
        })
    )

    it.effect("has a new id if somebody acted: an act that is repeated is another one", () =>
      Effect.gen(function* () {
        const { ids, second } = yield* aSessionsEvents
        assert.notDeepEqual(yield* ids(second), yield* ids(second))
      })
    )

    it.effect("is another one for another entity of another product", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* aSessionsEvents, yield* aSessionsEvents]
        assert.notDeepEqual(yield* one.ids(one.saying("form")), yield* other.ids(other.saying("form")))
      })
    )

    it.effect("keeps the form of an id, and its place after the event before", () =>
      Effect.gen(function* () {
        const { saying, third, second } = yield* aSessionsEvents
        const ids = yield* record(saying("form", second), saying("number", third))
        const sql = yield* SqlClient.SqlClient
        const all = yield* sql<{
          id: string
        }>`SELECT id FROM events WHERE entity_id = ${second.entityId} ORDER BY seq`
        assert.deepStrictEqual(
          all.map(({ id }) => id).toSorted(),
          all.map(({ id }) => id)
        )
        for (const id of ids)
          assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      })
    )

    it.effect(
      "has a new id a week after the event before, because ids are kept and listed by their time",
      () =>
        Effect.gen(function* () {
          const { ids, saying } = yield* aSessionsEvents
          yield* passTime("6 days")
          assert.deepStrictEqual(yield* ids(saying("form")), yield* ids(saying("form")))
          yield* passTime("2 days")
          assert.notDeepEqual(yield* ids(saying("form")), yield* ids(saying("form")))
        })
    )

    it.effect("is listed and kept by the time at which it was recorded, also if its id is older", () =>
      Effect.gen(function* () {
        const { productId, saying, second } = yield* aSessionsEvents
        const forget = yield* makeRetention
        const { list } = yield* WebhookDeliveries
        const listed = Effect.fnUntraced(function* (selection: { readonly from?: Date; readonly to?: Date }) {
          return (yield* list({ productId, ...selection }, { limit: 10 })).length
        })
        yield* passTime("5 days")
        yield* record(saying("form"))
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ at: Date }>`SELECT inserted_at AS at FROM events
        WHERE entity_id = ${second.entityId} AND seq = ${second.seq}`
        const at = row?.at ?? assert.fail("no such event")
        assert.deepStrictEqual(
          [yield* listed({}), yield* listed({ from: at }), yield* listed({ to: at })],
          [2, 1, 1]
        )
        yield* record(anActAfter(second))
        yield* passTime("26 days")
        yield* forget
        assert.strictEqual(yield* listed({}), 2)
        yield* passTime("5 days")
        yield* forget
        assert.strictEqual(yield* listed({}), 0)
      })
    )

    it.effect("has its old id among those of many issues", () =>
      Effect.gen(function* () {
        const { productId } = yield* aProductWithEndpoint(url)
        const sql = yield* SqlClient.SqlClient
        const issue = yield* anEntity(productId, "employer_issue")
        const { entityId } = issue
        yield* record(issue.event("employer_issue_created"))
        const resolved = undone(
          Effect.gen(function* () {
            const event = { event: "employer_issue_resolved", entityId, seq: 2 } as const
            yield* (yield* Events).recordIssues(productId, [event])
            return yield* sql<{ id: string }>`SELECT id FROM events WHERE entity_id = ${entityId} AND seq = 2`
          })
        )
        assert.deepStrictEqual(yield* resolved, yield* resolved)
      })
    )
  }
)
