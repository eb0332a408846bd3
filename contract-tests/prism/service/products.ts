import { expect, it } from "vitest"
import { byPartnerKey, receiver } from "./world.ts"

export const products = () => {
  it("lets a partner manage its products, their keys and where their webhooks go [R-5-2]", async () => {
    const body = {
      name: "Wattle HR",
      target_origins: ["https://hr.example.com"],
      technical_contact_email: "it@example.com"
    }
    const created = await byPartnerKey("createProduct", { body, status: 201 })
    const path = { id: created.body.data.id }
    await byPartnerKey("listProducts", { query: { limit: "1" }, status: 200 })
    const { headers } = await byPartnerKey("getProduct", { path, status: 200 })
    await byPartnerKey("updateProduct", {
      path,
      headers: { "if-match": headers.get("etag") ?? "" },
      body: { target_origins: [], help_url: "https://hr.example.com/help", accent: "#1d6b52" },
      status: 200
    })
    const webhook = await byPartnerKey("setProductWebhook", {
      path,
      body: { url: receiver.url },
      status: 200
    })
    expect(webhook.body.data.secret).toMatch(/^whsec_/)
    receiver.trust(path.id, webhook.body.data.secret)
    const example = await byPartnerKey("testProductWebhook", { path, body: {}, status: 202 })
    expect(example.body.data.payload.remote_id).toBe("example")
    const rotated = await byPartnerKey("rotateWebhookSecret", { path, status: 200 })
    expect(rotated.body.data.webhook.previous_secret_expires_at).not.toBeNull()
    await byPartnerKey("createProductKey", { path, body: { name: "first" }, status: 201 })
    const second = await byPartnerKey("createProductKey", { path, body: {}, status: 201 })
    await byPartnerKey("createProductKey", { path, body: {}, status: 409 })
    await byPartnerKey("deactivateProductKey", {
      path: { ...path, key_id: second.body.data.key.id },
      status: 204
    })
    const keys = await byPartnerKey("listProductKeys", { path, status: 200 })
    expect(keys.body.data.map(({ active }: { active: boolean }) => active)).toEqual([false, true])
  })
}
