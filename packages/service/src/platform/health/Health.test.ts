import * as PgClient from "@effect/sql-pg/PgClient"
import { ServiceGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { HealthHttp } from "./Health.http.ts"

class HealthApi extends HttpApi.make("partner-api").add(ServiceGroup) {}

const client = HttpApiTest.groups(HealthApi, ["service"])
const over = <E, R>(database: Layer.Layer<PgClient.PgClient, E, R>) =>
  HealthHttp.pipe(
    Layer.provide(database as Layer.Layer<any, E, R>),
    Layer.provideMerge(HttpServer.layerServices)
  )

layer(over(TestDatabase.layer))("health", (it) => {
  it.effect("is live and ready over a database that answers", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getLiveness({}), { status: "live" })
      assert.deepStrictEqual(yield* service.getReadiness({}), { status: "ready" })
    })
  )
})

layer(over(PgClient.layer({ url: Redacted.make("postgres://nobody@127.0.0.1:1/none") })))(
  "without a database",
  (it) => {
    it.effect("is live, but not ready, and says when to come back", () =>
      Effect.gen(function* () {
        const { service } = yield* client
        assert.deepStrictEqual(yield* service.getLiveness({}), { status: "live" })
        const error = yield* Effect.flip(service.getReadiness({}))
        assert.deepInclude(error, { _tag: "ServiceUnavailable", status: 503, retry_after: 5 })
      })
    )
  }
)
