import { EventsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { anEntity, record, anEvent, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { newId } from "../../platform/ids/newId.ts"
import { EventsHttp } from "./Events.http.ts"
import { Events } from "./Events.ts"
import { aProduct } from "../../../test/aProduct.ts"
import { openTransaction } from "../../../test/openTransaction.ts"
import { issueWebhooks } from "../../../test/TestIssues.ts"

const entities = (events: ReadonlyArray<{ readonly body: string }>) =>
  events.map(({ body }) => JSON.parse(body).id)

layer(TestWebhooks.layer, { excludeTestServices: true })("the events feed", (it) => {
  it.effect("shows an event that was committed late after those that were seen before, and misses none", () =>
    Effect.gen(function* () {
      const { feed } = yield* Events
      const productId = yield* aProduct()
      const slow = yield* anEntity(productId, "employer")
      const quick = yield* anEntity(productId, "employer")
      const { commit } = yield* openTransaction(
        Effect.flatMap(Events, (events) => events.record(slow.event("employer_settings_changed")))
      )
      yield* record(quick.event("employer_settings_changed"))
      const seen = yield* feed({ productId, position: 0n, limit: 10 })
      assert.deepStrictEqual(entities(seen), [quick.entityId])
      yield* commit
      const late = yield* feed({ productId, position: seen.at(-1)?.position ?? 0n, limit: 10 })
      assert.deepStrictEqual(entities(late), [slow.entityId])
    })
  )

  it.effect(
    "holds no event about an employer issue while those are off, and none of that time later [R-2.1-17]",
    () =>
      Effect.gen(function* () {
        const { feed } = yield* Events
        const productId = yield* aProduct()
        const shown = Effect.map(feed({ productId, position: 0n, limit: 10 }), (events) =>
          events.map(({ body }) => [JSON.parse(body).event, JSON.parse(body).id])
        )
        const [early, second] = [
          yield* anEntity(productId, "employer_issue"),
          yield* anEntity(productId, "employer_issue")
        ]
        const employer = yield* anEntity(productId, "employer")
        yield* record(early.event("employer_issue_created"), employer.event("employer_settings_changed"))
        const changed = ["employer_settings_changed", employer.entityId]
        assert.deepStrictEqual(yield* shown, [changed])

        yield* issueWebhooks(productId, true)
        assert.deepStrictEqual(yield* shown, [changed])
        yield* record(early.event("employer_issue_resolved"), second.event("employer_issue_created"))
        const recorded = [
          ["employer_issue_resolved", early.entityId],
          ["employer_issue_created", second.entityId]
        ]
        assert.deepStrictEqual(yield* shown, [changed, ...recorded])

        yield* issueWebhooks(productId, false)
        yield* record(second.event("employer_issue_resolved"))
        assert.deepStrictEqual(yield* shown, [changed])
      })
  )

  it.effect("gives each event one place, however many ask at once", () =>
    Effect.gen(function* () {
      const { feed } = yield* Events
      const productId = yield* aProduct()
      yield* Effect.forEach(
        Array.from({ length: 30 }),
        Effect.fnUntraced(function* () {
          yield* anEvent(productId, "employer", "employer_settings_changed")
        }),
        { concurrency: 5, discard: true }
      )
      const pages = yield* Effect.all(
        Array.from({ length: 6 }, () => feed({ productId, position: 0n, limit: 100 })),
        { concurrency: "unbounded" }
      )
      for (const page of pages) assert.deepStrictEqual(page, pages[0])
      assert.strictEqual(new Set(pages[0]?.map(({ position }) => position)).size, 30)
      const ids = pages[0]?.map(({ id }) => id) ?? []
      assert.deepStrictEqual(ids.toSorted(), ids)
    })
  )
})

const services = served(apiOf(EventsGroup), EventsHttp).pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(partnerServices())
)

const get = (key: string, path: string) => send(key, "GET", path)

layer(services, { excludeTestServices: true })("the events feed over HTTP", (it) => {
  it.effect("is read page by page until next_cursor is null, then from resume_cursor: every event once", () =>
    Effect.gen(function* () {
      const { productId, productKey } = yield* aCaller
      const poll = (cursor: string | null) =>
        get(productKey, `/api/v1/events?limit=2${cursor === null ? "" : `&after=${cursor}`}`)
      const empty = yield* poll(null)
      assert.deepStrictEqual(empty.body.data, [])
      assert.isNull(empty.body.pagination.next_cursor)

      const employer = yield* anEntity(productId, "employer")
      const ids = yield* Effect.forEach([1, 2, 3], () =>
        Effect.map(record(employer.event("employer_settings_changed")), ([id]) => `msg_${id}`)
      )
      const first = yield* poll(empty.body.pagination.resume_cursor)
      const second = yield* poll(first.body.pagination.next_cursor)
      assert.isNull(second.body.pagination.next_cursor)
      const third = yield* poll(second.body.pagination.resume_cursor)
      const seen = [first, second].flatMap(({ body }) => body.data)
      assert.deepStrictEqual(
        seen.map(({ webhook_id }) => webhook_id),
        ids
      )
      assert.deepInclude(seen[0].payload, {
        subject: "employer",
        id: employer.entityId,
        product_id: productId
      })
      assert.deepStrictEqual(third.body.data, [])
      assert.deepStrictEqual(third.body.pagination, second.body.pagination)
      const [fourth] = yield* record(employer.event("employer_settings_changed"))
      const news = yield* poll(third.body.pagination.resume_cursor)
      assert.deepStrictEqual(
        news.body.data.map((event: { webhook_id: string }) => event.webhook_id),
        [`msg_${fourth}`]
      )
    })
  )

  it.effect("refuses a cursor that was made up", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      for (const cursor of [yield* newId, "9".repeat(30), "-1"]) {
        const { body } = yield* get(
          productKey,
          `/api/v1/events?after=${Buffer.from(cursor).toString("base64url")}`
        )
        assert.deepInclude(body, { status: 422, code: "validation_failed" })
        assert.strictEqual(body.errors[0].pointer, "#/after")
      }
    })
  )
})
