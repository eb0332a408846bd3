import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aCaller, apiOf, partnerServices, send, served } from "../../test/TestPartnerHttp.ts"
import { ProductsHttp } from "./Products.http.ts"
import { findingsIn } from "../../test/findings.ts"

const LOCAL = ["http://localhost:*", "http://127.0.0.1:*"]

const http = (dev: boolean) =>
  served(apiOf(ProductsGroup), ProductsHttp).pipe(Layer.provideMerge(partnerServices({ dev })))

/** A product, and the request of its partner to change it. */
const aProduct = Effect.gen(function* () {
  const { partnerKey, productId } = yield* aCaller
  const path = `/api/v1/products/${productId}`
  return {
    partnerKey,
    path,
    change: Effect.fnUntraced(function* (body: unknown) {
      const { headers } = yield* send(partnerKey, "GET", path)
      return yield* send(partnerKey, "PATCH", path, { body, headers: { "if-match": headers["etag"] ?? "" } })
    })
  }
})

layer(http(false), { excludeTestServices: true })("what a product's embeds show of the partner", (it) => {
  it.effect("is set when the product is made, or later, each on its own; null empties it", () =>
    Effect.gen(function* () {
      const { change, partnerKey } = yield* aProduct
      const look = {
        target_origins: ["https://payroll.example.com", "http://intranet:8080"],
        help_url: "https://payroll.example.com/help?from=embed",
        help_email: "help@payroll.example.com",
        accent: "#1d6b52"
      }
      const body = { name: "Wattle HR", ...look }
      const made = yield* send(partnerKey, "POST", "/api/v1/products", { body })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.body.data, look)
      yield* change(look)
      const { data } = (yield* change({ help_url: null, accent: null })).body
      assert.deepInclude(data, { ...look, help_url: null, accent: null })
      assert.deepStrictEqual((yield* change({ target_origins: [] })).body.data.target_origins, [])
    })
  )

  it.effect("is kept as browsers write it, each origin once", () =>
    Effect.gen(function* () {
      const { change } = yield* aProduct
      const { data } = (yield* change({
        target_origins: ["https://a.example.com:443", "https://a.example.com", "https://a.example.com:8443"],
        help_email: "Help@Wattle.Example.COM",
        accent: "#1D6B52"
      })).body
      assert.deepStrictEqual(data.target_origins, ["https://a.example.com", "https://a.example.com:8443"])
      assert.deepInclude(data, { help_email: "Help@wattle.example.com", accent: "#1d6b52" })
    })
  )

  it.effect.each([
    "https://*.example.com",
    "https://*",
    "https://payroll.example.com/",
    "https://Payroll.example.com",
    "https://payroll.example.com:*",
    "https://a.example.com;sandbox",
    "https://a.example.com 'self'",
    "'self'",
    "*",
    "data:",
    "http://localhost:**",
    "https://localhost:*"
  ])("names exact origins only, nothing that a policy would read otherwise: %s", (origin) =>
    Effect.gen(function* () {
      const { change } = yield* aProduct
      const refused = yield* change({ target_origins: ["https://payroll.example.com", origin] })
      assert.strictEqual(refused.status, 422, refused.text)
      assert.strictEqual(refused.body.errors[0].pointer, "#/target_origins/1")
      assert.notInclude(refused.text, origin === "*" || origin === "data:" ? "data:text" : origin)
    })
  )

  it.effect("names no port of this machine, outside development", () =>
    Effect.gen(function* () {
      const { change, partnerKey, path } = yield* aProduct
      const refused = yield* change({ target_origins: ["https://payroll.example.com", ...LOCAL] })
      assert.deepStrictEqual(findingsIn(refused), [
        "#/target_origins/1 not_allowed",
        "#/target_origins/2 not_allowed"
      ])
      assert.deepStrictEqual((yield* send(partnerKey, "GET", path)).body.data.target_origins, [])
      const body = { name: "Wattle Local", target_origins: LOCAL }
      assert.strictEqual((yield* send(partnerKey, "POST", "/api/v1/products", { body })).status, 422)
    })
  )
})

layer(http(true), { excludeTestServices: true })("in development", (it) => {
  it.effect("any port of this machine may frame the embeds", () =>
    Effect.gen(function* () {
      const { change } = yield* aProduct
      const { data } = (yield* change({ target_origins: LOCAL })).body
      assert.deepStrictEqual(data.target_origins, LOCAL)
    })
  )
})
