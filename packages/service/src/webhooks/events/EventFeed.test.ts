import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../../test/aProduct.ts"
import { issueWebhooks } from "../../../test/TestIssues.ts"
import { anEntity, record, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { Events } from "./Events.ts"

const entities = (events: ReadonlyArray<{ readonly body: string }>) =>
  events.map(({ body }) => JSON.parse(body).id)

layer(TestWebhooks.layer, { excludeTestServices: true })("the events feed", (it) => {
  it.effect("has every event of a product once, oldest first, whether or not it has an endpoint", () =>
    Effect.gen(function* () {
      const { feed } = yield* Events
      const productId = yield* aProduct()
      const employers = yield* Effect.forEach([1, 2, 3, 4, 5], () => anEntity(productId, "employer"))
      yield* Effect.forEach(employers, (employer) => record(employer.event("employer_settings_changed")))
      const stranger = yield* anEntity(yield* aProduct(), "employer")
      yield* record(stranger.event("employer_settings_changed"))

      const first = yield* feed({ productId, position: 0n, limit: 3 })
      const second = yield* feed({ productId, position: first.at(-1)?.position ?? 0n, limit: 3 })
      assert.deepStrictEqual(
        entities([...first, ...second]),
        employers.map(({ entityId }) => entityId)
      )
      const end = second.at(-1)?.position ?? 0n
      assert.lengthOf(yield* feed({ productId, position: end, limit: 3 }), 0)
    })
  )

  it.effect("shows an event that was committed late after those that were seen before, and misses none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { feed } = yield* Events
      const productId = yield* aProduct()
      const slow = yield* anEntity(productId, "employer")
      const quick = yield* anEntity(productId, "employer")
      const recorded = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      const transaction = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* (yield* Events).record(slow.event("employer_settings_changed"))
            yield* Deferred.succeed(recorded, undefined)
            yield* Deferred.await(commit)
          })
        )
      )
      yield* Deferred.await(recorded)
      yield* record(quick.event("employer_settings_changed"))
      const seen = yield* feed({ productId, position: 0n, limit: 10 })
      assert.deepStrictEqual(entities(seen), [quick.entityId])
      yield* Deferred.succeed(commit, undefined)
      yield* Fiber.join(transaction)
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
          const employer = yield* anEntity(productId, "employer")
          yield* record(employer.event("employer_settings_changed"))
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
