import * as PgClient from "@effect/sql-pg/PgClient"
import { ServiceGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { inject } from "vitest"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestVault } from "../../test/TestSettings.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { devSettings } from "../../test/TestSettings.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { newSigningKey } from "@embedded-super/rules/authentication/signingKeys"
import { isDatabaseAway } from "../platform/database/databaseAway.ts"
import { Draining } from "../platform/http-server/NodeServer.ts"
import { Jobs } from "../platform/jobs/Jobs.ts"
import { heldBy, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { WebhookKeys } from "../webhooks/endpoints/WebhookKeys.ts"
import { ServiceHttp } from "./Service.http.ts"

class ServiceApi extends HttpApi.make("partner-api").add(ServiceGroup) {}

const client = HttpApiTest.groups(ServiceApi, ["service"])
/** The slug of a new partner. */
const aPartner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ slug: string }>`SELECT r.slug FROM partners r
    JOIN products p ON p.partner_id = r.id WHERE p.id = ${yield* aProduct()}`
  return row?.slug ?? ""
})

const over = <E, R>(
  database: Layer.Layer<PgClient.PgClient, E, R>,
  keys: Layer.Layer<WebhookKeys, any, any>
) =>
  ServiceHttp.pipe(
    Layer.provideMerge(keys),
    Layer.provideMerge(database as Layer.Layer<any, E, R>),
    Layer.provideMerge(HttpServer.layerServices)
  )

const keysLayer = Layer.mergeAll(WebhookKeys.layer, FundCredentials.layer, FundProfiles.layer).pipe(
  Layer.provide([TestVault.layer, Jobs.layer, devSettings])
)

layer(over(TestDatabase.layer, keysLayer), { excludeTestServices: true })("the service", (it) => {
  it.effect("is live and ready over a database that answers", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getLiveness({}), { status: "live" })
      assert.deepInclude(yield* service.getReadiness({}), { status: "ready" })
    })
  )

  it.effect("publishes the keys that sign webhooks, of all partners or of one", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getWebhookKeys({ query: {} }), { keys: [] })
      const one = yield* (yield* WebhookKeys).create(yield* aPartner)
      const other = yield* (yield* WebhookKeys).create(yield* aPartner)
      const { keys } = yield* service.getWebhookKeys({ query: {} })
      assert.deepStrictEqual(keys, [other, one])
      const own = yield* service.getWebhookKeys({ query: { partner_id: one.partner_id } })
      assert.deepStrictEqual(own.keys, [one])
      assert.deepInclude(own.keys[0], { kid: one.kid, valid_until: null })
    })
  )

  it.effect("publishes the keys that funds verify tokens with, the newest first [R-5-6]", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getJwks({}), { keys: [] })
      for (const algorithm of ["EdDSA", "ES256", "PS256"] as const) {
        const authentication = { flow: "jwt", algorithm, client_id: "embedded-super", key_id: algorithm }
        const url = "https://api.banksia.example/v1/member_registration"
        yield* aFund(url, { authentication }, newSigningKey(algorithm))
      }
      const { keys } = yield* service.getJwks({})
      assert.deepStrictEqual(
        keys.map(({ alg, kid, kty, use }) => [String(kid), alg, kty, use]),
        [
          ["PS256", "PS256", "RSA", "sig"],
          ["ES256", "ES256", "EC", "sig"],
          ["EdDSA", "EdDSA", "OKP", "sig"]
        ]
      )
    })
  )
})

const stopping = over(TestDatabase.layer, keysLayer).pipe(Layer.provide(Layer.succeed(Draining, () => true)))

layer(stopping, { excludeTestServices: true })("on its way to stop", (it) => {
  it.effect("is live, but not ready any more, and says so", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getLiveness({}), { status: "live" })
      const error = yield* Effect.flip(service.getReadiness({}))
      assert.deepInclude(error, { _tag: "ServiceUnavailable", status: 503, retry_after: 5 })
      assert.match(String(error), /stopping/)
    })
  )
})

const holding = Layer.succeed(Outgoing, heldBy(Effect.succeed("restored" as const)))

layer(over(TestDatabase.layer, keysLayer).pipe(Layer.provide(holding)), { excludeTestServices: true })(
  "while outgoing work is held",
  (it) => {
    it.effect("it is ready, and says that it sends nothing", () =>
      Effect.gen(function* () {
        const { service } = yield* client
        assert.deepInclude(yield* service.getReadiness({}), { status: "held" })
      })
    )
  }
)

const noDatabase = PgClient.layer({ url: Redacted.make("postgres://nobody@127.0.0.1:1/none") })
const noKeys = Layer.mergeAll(Layer.mock(WebhookKeys, {}), Layer.mock(FundCredentials, {}))

// As a primary that became a standby, or one whose disk is full and that its operator closed to changes.
const readOnly = Layer.suspend(() => {
  const url = new URL(inject("postgresUrl"))
  url.searchParams.set("options", "-c default_transaction_read_only=on")
  return PgClient.layer({ url: Redacted.make(url.href) })
})

layer(over(readOnly, noKeys), { excludeTestServices: true })(
  "over a database that takes no changes",
  (it) => {
    it.effect("isn't ready, and says why", () =>
      Effect.gen(function* () {
        const { service } = yield* client
        const error = yield* Effect.flip(service.getReadiness({}))
        assert.deepInclude(error, { _tag: "ServiceUnavailable", status: 503, retry_after: 5 })
        assert.match(String(error), /takes no changes/)
      })
    )

    it.effect("has a refused write answered with 503, as one without a database", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const error = yield* Effect.flip(sql`CREATE TABLE written ()`)
        assert.isTrue(isDatabaseAway(error))
      })
    )
  }
)

layer(over(noDatabase, noKeys))("without a database", (it) => {
  it.effect("is live, but not ready, and says when to come back", () =>
    Effect.gen(function* () {
      const { service } = yield* client
      assert.deepStrictEqual(yield* service.getLiveness({}), { status: "live" })
      const error = yield* Effect.flip(service.getReadiness({}))
      assert.deepInclude(error, { _tag: "ServiceUnavailable", status: 503, retry_after: 5 })
    })
  )
})
