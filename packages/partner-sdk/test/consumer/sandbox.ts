import { assert, it } from "vitest"
import { operationsOfToday } from "../../src/mock/spec.ts"
import { aSession, anEmployer, checkedFetch, client, service } from "./mocked.ts"

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

  it("plays an employee, and asks for a registration again, where the service can", async () => {
    const { id } = await anEmployer()
    service.chooseDefaultFund(id)
    const { data: created } = await aSession(id)
    const call = async (method: string, path: string, apiKey: string, body?: object) => {
      const headers = { "X-API-Key": apiKey, "Content-Type": "application/json" }
      const request = new Request(`${service.baseUrl}/api/v1/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return (await checkedFetch(request)).status
    }
    const { key } = service.product
    const calls = {
      advanceOnboardingSession: () =>
        call("POST", `sandbox/onboarding-sessions/${created?.data.id}/advance`, key, { to: "completed" }),
      retryMemberRegistration: () =>
        call("POST", `onboarding-session/${created?.data.id}/retry-registration`, key)
    } as const
    for (const [operation, ask] of Object.entries(calls)) {
      if (!operationsOfToday.has(operation as keyof typeof calls)) continue
      assert.include([200, 202, 409], await ask(), operation)
    }
  })
}
