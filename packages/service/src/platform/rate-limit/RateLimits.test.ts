import { KeysGroup, ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, type Answer, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { ApiKeysHttp, ProductsHttp } from "../../partners/Products.http.ts"
import { crc32 } from "node:zlib"
import { ApiKeys } from "../../partners/ApiKeys.ts"
import { toBase62 } from "../ids/ApiKey.ts"
import { newId } from "../ids/newId.ts"

const servicesWith = (rateLimit: { readonly perMinute: number; readonly burst: number }) =>
  served(apiOf(ProductsGroup, KeysGroup), Layer.merge(ProductsHttp, ApiKeysHttp)).pipe(
    Layer.provideMerge(partnerServices({ rateLimit }))
  )

const list = (key: string) => send(key, "GET", "/api/v1/products")

const limits = ({ headers }: Answer) => [headers["ratelimit-policy"], headers["ratelimit"]]

/** Fixes the time of day, so that counts don't depend on this machine's speed. */
const clockAt = Effect.fnUntraced(function* (time: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE OR REPLACE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT timestamptz '2026-11-21T${sql.literal(time)}Z' $$`
})

layer(servicesWith({ perMinute: 600, burst: 3 }), { excludeTestServices: true })("a rate limit", (it) => {
  it.effect("is on every answer to a known key, success or error, and on no other", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const one = yield* aCaller
      assert.deepStrictEqual(limits(yield* list(one.partnerKey)), [
        '"burst";q=3;w=1, "partner";q=600;w=60',
        '"burst";r=2;t=1'
      ])
      const notFound = yield* send(one.partnerKey, "GET", `/api/v1/products/${yield* newId}`)
      assert.deepStrictEqual(
        [notFound.status, ...limits(notFound)],
        [404, '"burst";q=3;w=1, "partner";q=600;w=60', '"burst";r=1;t=1']
      )
      const wrongKind = yield* list(one.productKey)
      assert.deepStrictEqual(
        [wrongKind.status, ...limits(wrongKind)],
        [403, '"burst";q=3;w=1, "product";q=600;w=60', '"burst";r=2;t=1']
      )
      assert.deepStrictEqual(limits(yield* list("nobody")), [undefined, undefined])
    })
  )

  it.effect("lets a burst through, then answers 429 and says when to come back", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const { partnerKey } = yield* aCaller
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => list(partnerKey))
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 429]
      )
      const refused = answers.at(-1) as Answer
      assert.deepInclude(refused.body, {
        status: 429,
        code: "rate_limited",
        instance: "/api/v1/products",
        detail:
          "The partner's burst of 3 requests is used up; it refills by 600 requests a minute. Try again in 1 second."
      })
      assert.strictEqual(refused.headers["retry-after"], "1")
      assert.strictEqual(refused.headers["ratelimit"], '"burst";r=0;t=1')
      // One more request after a 600th of a minute, and no second one.
      yield* clockAt("00:00:00.1")
      assert.deepStrictEqual([(yield* list(partnerKey)).status, (yield* list(partnerKey)).status], [200, 429])
      yield* clockAt("00:00:10")
      assert.strictEqual((yield* list(partnerKey)).headers["ratelimit"], '"burst";r=2;t=1')
    })
  )

  it.effect("is used up by nobody who knows a key but for its secret", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const { productKey } = yield* aCaller
      const [kind, environment, shortId, secret = ""] = productKey.split("_")
      const forged = (parts: ReadonlyArray<string | undefined>) =>
        `${parts.join("_")}_${toBase62(crc32(parts.join("_")), 6)}`
      for (const key of [
        forged([kind, environment, shortId, [...secret].toReversed().join("")]),
        forged([kind, "live", shortId, secret]),
        forged(["partner", environment, shortId, secret])
      ]) {
        assert.strictEqual((yield* list(key)).status, 401)
      }
      assert.strictEqual((yield* list(productKey)).headers["ratelimit"], '"burst";r=2;t=1')
    })
  )

  it.effect("is shared by all keys of a product, and with no other", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const keys = yield* ApiKeys
      const { partnerId, productId, productKey } = yield* aCaller
      const { secret } = yield* keys.create({ partnerId, productId, sandboxed: true })
      const other = yield* aCaller
      const answers = [
        yield* list(productKey),
        yield* list(Redacted.value(secret)),
        yield* list(other.productKey)
      ]
      assert.deepStrictEqual(
        answers.map(({ headers }) => headers["ratelimit"]),
        ['"burst";r=2;t=1', '"burst";r=1;t=1', '"burst";r=2;t=1']
      )
    })
  )

  it.effect("counts exactly when many requests come at once", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const { partnerKey } = yield* aCaller
      const answers = yield* Effect.forEach(Array.from({ length: 40 }), () => list(partnerKey), {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        3
      )
    })
  )

  it.effect("delays no caller for longer than the burst takes, also after the clock was set back", () =>
    Effect.gen(function* () {
      yield* clockAt("12:00:00")
      const { partnerKey } = yield* aCaller
      yield* list(partnerKey)
      yield* clockAt("09:00:00")
      const { headers, status } = yield* list(partnerKey)
      assert.deepStrictEqual([status, headers["ratelimit"]], [200, '"burst";r=2;t=1'])
    })
  )
})

layer(servicesWith({ perMinute: 1, burst: 1 }), { excludeTestServices: true })("a limit of one", (it) => {
  it.effect("says how many seconds to wait", () =>
    Effect.gen(function* () {
      yield* clockAt("00:00:00")
      const { partnerKey } = yield* aCaller
      yield* list(partnerKey)
      yield* clockAt("00:00:15")
      const { body, headers } = yield* list(partnerKey)
      assert.strictEqual(headers["retry-after"], "45")
      assert.include(body.detail, "Try again in 45 seconds.")
    })
  )
})

layer(servicesWith({ perMinute: 0, burst: 50 }), { excludeTestServices: true })("no rate limit", (it) => {
  it.effect("counts nothing and says nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partnerKey } = yield* aCaller
      assert.deepStrictEqual(limits(yield* list(partnerKey)), [undefined, undefined])
      assert.lengthOf(yield* sql`SELECT FROM rate_limits`, 0)
    })
  )
})
