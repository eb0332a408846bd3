import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { passTime, StillTime } from "../../test/at.ts"
import { request, TestHttp, openEmbed } from "../../test/TestHttp.ts"
import { anEmployer } from "../../test/TestOnboarding.ts"
import { RateLimits } from "../platform/rate-limit/RateLimits.ts"

const layerLimited = Layer.provideMerge(StillTime, TestHttp.layerLimited({ perMinute: 1, burst: 3 }))

layer(layerLimited, { excludeTestServices: true })("the rate limit of an opened embed", (it) => {
  it.effect("is its own: a frame that calls too often is refused for a while, and no other is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { employerId, productId } = yield* anEmployer()
      const open = openEmbed(productId, `/api/v1/employers/${employerId}`, { app: "super_settings" })
      const token = yield* open
      const view = (by: string) => request("GET", "/embed-api/v1/employer", { token: by })
      const statuses = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.map(view(token), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [200, 200, 200, 429])
      const refused = yield* view(token)
      assert.strictEqual(refused.body.code, "rate_limited")
      assert.isAbove(Number(refused.headers.get("retry-after")), 0)
      assert.strictEqual((yield* view(yield* open)).status, 200)
      assert.strictEqual((yield* view("nobody")).status, 401)
      yield* passTime("61 seconds")
      assert.strictEqual((yield* view(token)).status, 200)
      yield* passTime("4 minutes")
      yield* (yield* RateLimits).forgetRested
      assert.deepStrictEqual(yield* sql`SELECT FROM rate_limits`, [])
    })
  )
})
