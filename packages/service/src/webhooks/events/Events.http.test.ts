import { EventsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { anEntity, record } from "../../../test/webhooks/TestWebhooks.ts"
import { newId } from "../../platform/ids/newId.ts"
import { EventsHttp } from "./Events.http.ts"
import { Events } from "./Events.ts"

const services = served(apiOf(EventsGroup), EventsHttp).pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(partnerServices())
)

const get = (key: string, path: string) => send(key, "GET", path)

layer(services, { excludeTestServices: true })("the events feed", (it) => {
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
