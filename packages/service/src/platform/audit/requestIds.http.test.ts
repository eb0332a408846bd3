/** Each entry of a request has the request's id, by which `admin request show` finds it. */
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { KeysGroup, ProductsGroup, WebhookDeliveriesGroup } from "@embedded-super/contracts/partner-api"
import type { ActionName } from "@embedded-super/pages/kinds/operators"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { anOpenEmbed, connect } from "../../../test/employerEmbed.ts"
import { products } from "../../../test/TestFunds.ts"
import { request, TestHttp } from "../../../test/TestHttp.ts"
import { aSession } from "../../../test/TestOnboarding.ts"
import { apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { termsAccepted } from "../../../test/TestSettings.ts"
import { aCallerWith } from "../../../test/webhooks/aFailingPartner.ts"
import { anEvent } from "../../../test/webhooks/TestWebhooks.ts"
import { ApiKeysHttp, ProductsHttp } from "../../partners/Products.http.ts"
import { WebhookDeliveriesHttp } from "../../webhooks/log/WebhookDeliveries.http.ts"
import { WebhookReplays } from "../../webhooks/log/WebhookReplays.ts"

/** What was recorded of the request with this id. */
const actionsOf = Effect.fnUntraced(function* (requestId: string | null | undefined) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly action: string
  }>`SELECT action FROM audit_log WHERE request_id = ${requestId ?? null}::uuid`
  return rows.map(({ action }) => action)
})

type Call = readonly [action: ActionName, method: string, path: string, body?: unknown]

const partnerApi = served(
  apiOf(ProductsGroup, KeysGroup, WebhookDeliveriesGroup),
  Layer.mergeAll(ProductsHttp, ApiKeysHttp, WebhookDeliveriesHttp)
).pipe(Layer.provideMerge(WebhookReplays.layer), Layer.provideMerge(partnerServices({ dev: true })))

layer(partnerApi, { excludeTestServices: true })("a partner's request", (it) => {
  it.effect("is in each entry that it leaves, and `admin request show` finds it", () =>
    Effect.gen(function* () {
      const { partnerKey, productId, productKey, sent } = yield* aCallerWith()
      const product = `/api/v1/products/${productId}`
      const { id } = yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* sent
      const read = yield* send(partnerKey, "GET", product)
      const made = yield* send(partnerKey, "POST", `${product}/keys`)
      assert.deepStrictEqual(yield* actionsOf(made.headers["x-request-id"]), ["api_key.create"])
      const shown = yield* admin(`request show ${made.headers["x-request-id"]}`)
      assert.match(shown.output, /api_key\.create {2}api_key \S+ {2}by api_key/)
      const calls: ReadonlyArray<Call> = [
        ["product.create", "POST", "/api/v1/products", { name: "Boronia Payroll" }],
        ["product.update", "PATCH", product, { name: "Wattle Pay" }],
        ["webhook_endpoint.set", "PUT", `${product}/webhook`, { url: "http://localhost:9/other" }],
        ["webhook_secret.rotate", "POST", `${product}/webhook/rotate-secret`],
        [
          "product.check_report",
          "PUT",
          `${product}/check-report`,
          document.components.examples.checkReportConforms.value
        ],
        ["api_key.deactivate", "DELETE", `${product}/keys/${made.body.data.key.id}`],
        ["webhook_delivery.replay", "POST", `/api/v1/webhook-deliveries/${id}/replay`]
      ]
      for (const [action, method, path, body] of calls) {
        const key = path.includes("webhook-deliveries") ? productKey : partnerKey
        const headers = method === "PATCH" ? { "if-match": read.headers["etag"] ?? "" } : {}
        const answered = yield* send(key, method, path, { headers, ...(body === undefined ? {} : { body }) })
        assert.isBelow(answered.status, 300, `${action}: ${answered.text}`)
        assert.deepStrictEqual(yield* actionsOf(answered.headers["x-request-id"]), [action], action)
      }
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("a request about an employer or a session", (it) => {
  it.effect("is in each entry that it leaves, also as the person in an embed", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const { id, product } = embed
      yield* embed.sandbox({ outcome: "connected" })
      const session = yield* aSession()
      const answers = [
        [
          ["terms.accept"],
          yield* embed.send("PUT", "/default-fund", {
            ...termsAccepted,
            fund_product_id: products.banksia.id
          })
        ],
        [
          ["employer.update"],
          yield* Effect.flatMap(request("GET", `/api/v1/employers/${id}`, { product }), ({ headers }) =>
            request("PATCH", `/api/v1/employers/${id}`, {
              product,
              body: { name: "Wattle Group Pty Ltd" },
              headers: { "if-match": headers.get("etag") ?? "" }
            })
          )
        ],
        [[], yield* connect(embed)],
        [["ato_connection.check"], yield* embed.check],
        [
          ["onboarding_session.erase"],
          yield* request("POST", `/api/v1/onboarding-session/${session.id}/erase`, {
            product: session.productId
          })
        ]
      ] as const
      for (const [actions, answered] of answers) {
        assert.isBelow(answered.status, 300, JSON.stringify(answered.body))
        assert.deepStrictEqual(yield* actionsOf(answered.headers.get("x-request-id")), [...actions])
      }
    })
  )
})
