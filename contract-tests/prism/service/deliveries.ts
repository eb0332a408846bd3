import { expect, it } from "vitest"
import type { SeededPartner } from "../../src/onboarding/seed.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { byPartnerKey, employer, product, receiver, seeded, session } from "./world.ts"

export const deliveries = () => {
  it("shows employees, events, and what was delivered", async () => {
    await product.partner("getEmployee", { path: { id: session.employee.id }, status: 200 })
    await product.partner("listEmployees", { query: { employer_id: employer.id }, status: 200 })
    const events = await product.partner("listEvents", { query: { limit: "100" }, status: 200 })
    expect(events.body.data.length).toBeGreaterThan(2)
    const deliveries = await product.partner("listWebhookDeliveries", {
      query: { entity_id: session.id },
      status: 200
    })
    await product.partner("getWebhookDelivery", { path: { id: deliveries.body.data[0].id }, status: 200 })
  })

  it("lets a partner try its webhook address out", async () => {
    const [{ id }] = seeded.products as [SeededPartner["products"][number]]
    const body = { employer_id: employer.id }
    const { body: tested } = await byPartnerKey("testProductWebhook", { path: { id }, body, status: 202 })
    await receiver.waitFor(
      ({ event, inserted_at }) =>
        event === "employer_settings_changed" && inserted_at === tested.data.payload.inserted_at
    )
  })

  it("lets a partner resume its webhook address after it has answered 410", async () => {
    const [{ id }] = seeded.products as [SeededPartner["products"][number]]
    const path = { id }
    await byPartnerKey("resumeProductWebhook", { path, status: 409 })
    receiver.answerWith(410)
    const { body: tested } = await byPartnerKey("testProductWebhook", { path, body: {}, status: 202 })
    const arrived = ({ inserted_at }: { readonly inserted_at: string }) =>
      inserted_at === tested.data.payload.inserted_at
    await receiver.waitFor(arrived)
    const paused = await receiptOf(async () => {
      const { body } = await byPartnerKey("getProduct", { path, status: 200 })
      return body.data.webhook.status === "paused" ? body.data.webhook : undefined
    })
    expect(paused.paused_because).toBe("gone")
    await byPartnerKey("resumeProductWebhook", { path, status: 202 })
    await receiver.waitFor(arrived, 2)
  })

  it("sends webhooks again", async () => {
    const completion = ({ event, id }: { readonly event: string; readonly id: string }) =>
      event === "onboarding_session_completed" && id === session.id
    const query = { status: "delivered", event: "onboarding_session_completed", entity_id: session.id }
    const { body } = await product.partner("listWebhookDeliveries", { query, status: 200 })
    await product.partner("replayWebhookDelivery", { path: { id: body.data[0].id }, status: 202 })
    const [first, again] = await receiver.waitFor(completion, 2)
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
    const replayed = await product.partner("replayWebhookDeliveries", {
      body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
      status: 202
    })
    expect(replayed.body.data).toEqual({ deliveries_count: 0, next_from: null })
  })
}
