import { assert, it } from "vitest"
import { anEmployer, client, service } from "./mocked.ts"

export const sandbox = () => {
  it("receives employer issues, and resolves them without a webhook", async () => {
    const { id } = await anEmployer()
    const { data: opened } = await client.POST("/api/v1/sandbox/employers/{id}/issues", {
      params: { path: { id } },
      body: { kind: "stapling_connection_lapsed" }
    })
    const path = { id: opened?.data.id ?? "" }
    const events = service.events.length
    assert.strictEqual(service.events.at(-1)?.payload.remote_id, path.id)
    await client.PUT("/api/v1/employer-issue/{id}/resolve", { params: { path } })
    const { data: resolved } = await client.GET("/api/v1/employer-issue/{id}", { params: { path } })
    assert.strictEqual(resolved?.data.resolved_by, "partner")
    const { data: open } = await client.GET("/api/v1/employer-issue", {
      params: { query: { status: "open" } }
    })
    assert.lengthOf(open?.data ?? [], 0)
    assert.lengthOf(service.events, events)
  })

  it("plays the ATO and the employer of a sandbox", async () => {
    const { id } = await anEmployer()
    const params = { path: { id } }
    await client.POST("/api/v1/sandbox/employers/{id}/default-fund", {
      params,
      body: { usi: "61000000002001" }
    })
    const played = await client.POST("/api/v1/sandbox/employers/{id}/match", {
      params,
      body: { confirm: "banksia" }
    })
    assert.isTrue(played.data?.data.confirmed)
    const body = { status: "connected", declarations_accepted: true } as const
    const { data } = await client.POST("/api/v1/sandbox/employers/{id}/stapling", { params, body })
    assert.strictEqual(data?.data.onboarding_status, "complete")
    const events = service.events.length
    await client.POST("/api/v1/sandbox/employers/{id}/stapling", { params, body })
    assert.lengthOf(service.events, events)
  })
}
