import { assert, it } from "vitest"
import { createClient, verifyWebhook } from "../../src/index.ts"
import { anEmployer, checkedFetch, client, partner, service } from "./mocked.ts"

export const products = () => {
  it("keeps products and their keys with the partner's key, and what is another product's isn't found", async () => {
    const { data: created } = await partner.POST("/api/v1/products", { body: { name: "Wattle HR" } })
    const id = created?.data.id ?? ""
    const path = { path: { id } }
    const { data: webhook } = await partner.PUT("/api/v1/products/{id}/webhook", {
      params: path,
      body: { url: "https://hr.example.com/webhooks" }
    })
    assert.match(webhook?.data.secret ?? "", /^whsec_/)
    const { response } = await partner.GET("/api/v1/products/{id}", { params: path })
    await partner.PATCH("/api/v1/products/{id}", {
      params: { ...path, header: { "If-Match": response.headers.get("etag") ?? "" } },
      body: { name: "Wattle People" }
    })
    assert.lengthOf((await partner.GET("/api/v1/products")).data?.data ?? [], 2)
    const { data: key } = await partner.POST("/api/v1/products/{id}/keys", { params: path })
    const other = createClient({
      baseUrl: service.baseUrl,
      apiKey: key?.data.secret ?? "",
      fetch: checkedFetch
    })
    const employer = { params: { path: { id: (await anEmployer()).id } } }
    assert.strictEqual((await other.GET("/api/v1/employers/{id}", employer)).error?.code, "not_found")
    assert.strictEqual((await partner.GET("/api/v1/employers/{id}", employer)).error?.code, "forbidden")
    assert.lengthOf((await partner.GET("/api/v1/products/{id}/keys", { params: path })).data?.data ?? [], 1)
    await partner.DELETE("/api/v1/products/{id}/keys/{key_id}", {
      params: { path: { id, key_id: key?.data.key.id ?? "" } }
    })
    assert.strictEqual((await other.GET("/api/v1/employers")).error?.code, "unauthenticated")
  })

  it("tries its webhook address out, and changes the secret", async () => {
    const path = { path: { id: service.product.id } }
    const { id } = await anEmployer()
    const { data } = await partner.POST("/api/v1/products/{id}/webhook/test", { params: path })
    assert.deepInclude(data?.data.payload, { event: "employer_settings_changed", id })
    const { data: rotated } = await partner.POST("/api/v1/products/{id}/webhook/rotate-secret", {
      params: path
    })
    const secret = rotated?.data.secret ?? ""
    const { body, headers } = await service.deliveryOf(service.events.at(-1) ?? assert.fail("no event"))
    assert.strictEqual((await verifyWebhook(body, headers, secret)).id, data?.data.webhook_id)
    const resumed = await partner.POST("/api/v1/products/{id}/webhook/resume", { params: path })
    assert.strictEqual(resumed.error?.code, "webhook_not_paused")
    const replayed = await client.POST("/api/v1/webhook-deliveries/{id}/replay", {
      params: { path: { id: data?.data.id ?? "" } }
    })
    assert.strictEqual(replayed.error?.code, "delivery_not_replayable")
    const many = await client.POST("/api/v1/webhook-deliveries/replay", {
      body: { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }
    })
    assert.strictEqual(many.data?.data.deliveries_count, 0)
  })
}
