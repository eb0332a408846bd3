import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { anIntent } from "../../test/TestIntents.ts"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer, aSession } from "../../test/TestOnboarding.ts"
import { TestSettings, TestVault } from "../../test/TestSettings.ts"
import { Settings } from "../platform/config/Settings.ts"
import { EmbedUrls } from "./EmbedUrls.ts"

/** Every way to ask for an embed's address: [what, its product, path and body]. */
const asked = [
  [
    "the employer's settings",
    Effect.map(anEmployer(), ({ employerId, productId }) => ({
      productId,
      path: `/api/v1/employers/${employerId}`,
      body: { app: "super_settings" }
    }))
  ],
  [
    "a new intent",
    Effect.map(anEmployer(), ({ employerId, productId }) => ({
      productId,
      path: `/api/v1/employers/${employerId}`,
      body: { app: "onboarding_intent" }
    }))
  ],
  [
    "an onboarding session",
    Effect.map(aSession(), ({ id, productId }) => ({
      productId,
      path: `/api/v1/onboarding-session/${id}`,
      body: {}
    }))
  ],
  [
    "an intent",
    Effect.map(anIntent(), ({ id, productId }) => ({
      productId,
      path: `/api/v1/onboarding-session-intent/${id}`,
      body: {}
    }))
  ]
] as const

layer(TestHttp.layer, { excludeTestServices: true })(
  "the address of an embed that no page may frame",
  (it) => {
    for (const [what, made] of asked) {
      it.effect(`is refused, with the field to set: ${what}`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { body, path, productId } = yield* made
          const ask = request("POST", `${path}/generate-embed-url`, { product: productId, body })
          const answer = yield* ask
          assert.deepStrictEqual([answer.status, answer.headers.get("cache-control")], [201, "no-store"])
          yield* sql`UPDATE products SET target_origins = '{}' WHERE id = ${productId}`
          const refused = yield* ask
          assert.deepStrictEqual([refused.status, refused.body.code], [409, "target_origins_missing"])
          assert.include(refused.body.detail, "target_origins, with PATCH /api/v1/products/{id}")
        })
      )
    }

    it.effect("is made in development, for a window of its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId } = yield* anEmployer()
        yield* sql`UPDATE products SET target_origins = '{}' WHERE id = ${productId}`
        const inDevelopment = Layer.fresh(EmbedUrls.layer).pipe(
          Layer.provide([
            TestVault.layer,
            Layer.effect(
              Settings,
              Effect.map(Settings, (usual) => ({ ...usual, dev: true }))
            ).pipe(Layer.provide(TestSettings.layer))
          ])
        )
        yield* Effect.flatMap(EmbedUrls, (urls) => urls.requireFramers(productId)).pipe(
          Effect.provide(inDevelopment)
        )
        const refused = yield* Effect.flip((yield* EmbedUrls).requireFramers(productId))
        assert.strictEqual(refused.code, "target_origins_missing")
      })
    )
  }
)
