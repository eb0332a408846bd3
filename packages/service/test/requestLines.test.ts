/** The line of each request says who sent it and what was done, by ids. */
import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ProductsHttp } from "../src/partners/Products.http.ts"
import { isUuid } from "../src/platform/ids/newId.ts"
import { openEmbed, request, TestHttp } from "./TestHttp.ts"
import { newestLine, TestLog } from "./TestLog.ts"
import { anEmployer } from "./TestOnboarding.ts"
import { aCaller, apiOf, partnerServices, send, served } from "./TestPartnerHttp.ts"

const partnerApi = served(apiOf(ProductsGroup), ProductsHttp, { accessLog: true }).pipe(
  Layer.provideMerge(partnerServices()),
  Layer.provideMerge(TestLog.layer)
)

layer(partnerApi, { excludeTestServices: true })("the line of a partner's request", (it) => {
  it.effect("has the operation, status and time, and the ids of partner, product and key", () =>
    Effect.gen(function* () {
      const { partnerId, partnerKey, productId, productKey } = yield* aCaller
      yield* send(partnerKey, "GET", `/api/v1/products/${productId}`)
      const ofPartner = yield* newestLine({ operation: "getProduct" })
      assert.deepInclude(ofPartner?.annotations, {
        method: "GET",
        route: "/api/v1/products/{id}",
        status: 200,
        partner_id: partnerId
      })
      assert.notProperty(ofPartner?.annotations, "product_id")
      assert.isTrue(isUuid(String(ofPartner?.annotations["key_id"])))
      assert.isNumber(ofPartner?.annotations["duration_ms"])
      // A key of the wrong kind is refused, and the line still says whose it is.
      yield* send(productKey, "GET", `/api/v1/products/${productId}`)
      const ofProduct = yield* newestLine({ operation: "getProduct", status: 403 })
      assert.deepInclude(ofProduct?.annotations, { partner_id: partnerId, product_id: productId })
      assert.notStrictEqual(ofProduct?.annotations["key_id"], ofPartner?.annotations["key_id"])
    })
  )

  it.effect("names nobody if the key is unknown", () =>
    Effect.gen(function* () {
      const { productId } = yield* aCaller
      yield* send("partner_sandbox_unknown", "GET", `/api/v1/products/${productId}`)
      const line = yield* newestLine({ operation: "getProduct", status: 401 })
      assert.doesNotHaveAnyKeys(line?.annotations, ["partner_id", "product_id", "key_id"])
    })
  )
})

layer(TestHttp.layerLogged, { excludeTestServices: true })("the line of an embed's request", (it) => {
  it.effect("has the product and the kind of embed, and nothing of the person", () =>
    Effect.gen(function* () {
      const { employerId, productId } = yield* anEmployer()
      const token = yield* openEmbed(productId, `/api/v1/employers/${employerId}`, { app: "super_settings" })
      yield* request("GET", "/embed-api/v1/employer", { token })
      const line = yield* newestLine({ operation: "getEmployerSettings" })
      assert.deepInclude(line?.annotations, { product_id: productId, embed: "super_settings", status: 200 })
    })
  )
})
